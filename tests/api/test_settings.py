"""Settings come from the environment, are checked at once, and never leave a door open by mistake."""

from pathlib import Path

import pytest

from api.settings import PREFIX, SETTINGS_FILE, Settings, load_settings, login_of, upstream_key_of
from graph.errors import BadInput
from graph.store.backends import Login

KEY = "a-key-of-sixteen-letters"


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine that runs the tests counts."""
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)


def test_defaults_listen_on_this_machine_only() -> None:
    """Without any setting the service is reached from its own machine, without a key and without a model."""
    settings = load_settings()

    assert (settings.host, settings.api_keys, settings.embedder) == ("127.0.0.1", (), "builtin")
    assert settings.store.endswith("memory.db")


def test_every_setting_is_told() -> None:
    """There are at most 40 settings, and each says what it means."""
    assert len(Settings.model_fields) <= 40
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_store_stands_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux the platform's own variable says where data is kept."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ada/data")

    assert load_settings().store == "/home/ada/data/remembrancer/memory.db"


def test_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable with our prefix sets its setting."""
    monkeypatch.setenv("REMEMBRANCER_PORT", "9000")
    monkeypatch.setenv("REMEMBRANCER_API_KEYS", f"{KEY}-1, {KEY}-2,")

    settings = load_settings()

    assert settings.port == 9000
    assert [key.get_secret_value() for key in settings.api_keys] == [f"{KEY}-1", f"{KEY}-2"]


def test_file_is_read_and_the_environment_outranks_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same lines as in the environment; comments and quotes are understood."""
    file = tmp_path / "settings.env"
    file.write_text(f"# ours\nREMEMBRANCER_PORT=9000\nREMEMBRANCER_STORE='a b.db'\nREMEMBRANCER_API_KEYS={KEY}\n")
    monkeypatch.setenv(SETTINGS_FILE, str(file))
    monkeypatch.setenv("REMEMBRANCER_PORT", "9001")

    settings = load_settings()

    assert (settings.port, settings.store) == (9001, "a b.db")
    assert [key.get_secret_value() for key in settings.api_keys] == [KEY]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"REMEMBRANCER_PROT=1", "there is no setting REMEMBRANCER_PROT; did you mean REMEMBRANCER_PORT?"),
        (b"OPENAI_API_KEY=sk-x", "there is no setting OPENAI_API_KEY"),
        (b"REMEMBRANCER_PORT=x", "REMEMBRANCER_PORT: expected a valid integer"),
        (b"\xff", "cannot be read as text"),
        (None, "there is no file"),
    ],
)
def test_mistakes_in_a_file_are_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None, told: str
) -> None:
    """As those of the environment are; no value is shown."""
    file = tmp_path / "settings.env"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv(SETTINGS_FILE, str(file))

    with pytest.raises(BadInput) as error:
        load_settings()

    assert told in str(error.value)
    assert "sk-x" not in str(error.value)


def test_what_is_given_outranks_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """An option of a command counts more than a variable."""
    monkeypatch.setenv("REMEMBRANCER_PORT", "9000")

    assert load_settings(port=9001).port == 9001


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "memory.example.org"])
def test_other_machines_need_a_key(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that others reach is refused without a key, and taken with one."""
    with pytest.raises(BadInput, match="set REMEMBRANCER_API_KEYS"):
        load_settings(host=host)

    monkeypatch.setenv("REMEMBRANCER_API_KEYS", KEY)
    assert load_settings(host=host).host == host


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1", "[::1]"])
def test_loopback_needs_no_key(host: str) -> None:
    """Any address of the machine itself is free."""
    assert load_settings(host=host).host == host


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PORT", "abc", "REMEMBRANCER_PORT: expected a valid integer"),
        ("PORT", "65536", "REMEMBRANCER_PORT: expected less than or equal to 65535"),
        ("API_KEYS", "secret", "REMEMBRANCER_API_KEYS: key 1 has 6 characters, expected 16 or more"),
        ("PAGE_ORIGINS", "null", "REMEMBRANCER_PAGE_ORIGINS: null is no origin, expected one as browsers send it"),
        ("PAGE_ORIGINS", "https://a.example, *", "REMEMBRANCER_PAGE_ORIGINS: * is no origin"),
        ("PAGE_ORIGINS", "https://a.example/", "REMEMBRANCER_PAGE_ORIGINS: https://a.example/ is no origin"),
        ("PAGE_ORIGINS", "https://a.example:443", "REMEMBRANCER_PAGE_ORIGINS: https://a.example:443 is no origin"),
        ("LOG_LEVEL", "loud", "REMEMBRANCER_LOG_LEVEL: expected 'debug', 'info', 'warning' or 'error'"),
        ("API_KEY", KEY, "there is no setting REMEMBRANCER_API_KEY; did you mean REMEMBRANCER_API_KEYS?"),
    ],
)
def test_mistakes_are_named(name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that cannot be taken, and a setting that does not exist, are told with their variable."""
    monkeypatch.setenv(PREFIX + name, value)

    with pytest.raises(BadInput) as caught:
        load_settings()

    assert told in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("content", [f"{KEY}-1\n{KEY}-2\n", f"{KEY}-1\r\n\r\n{KEY}-2"])
def test_keys_may_stand_in_a_file(content: str, tmp_path: Path) -> None:
    """A file has one key a line, and opens the door to other machines as the variable does."""
    path = tmp_path / "keys"
    path.write_text(content, newline="")

    settings = load_settings(api_keys_file=path, host="0.0.0.0")

    assert [key.get_secret_value() for key in settings.api_keys] == [f"{KEY}-1", f"{KEY}-2"]
    assert KEY not in repr(settings)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"short", b"a-key-of-sixteen \xff"])
def test_file_without_keys_is_named(content: bytes, tmp_path: Path) -> None:
    """A file of no keys leaves no door open: it is refused, and what it holds is not told."""
    path = tmp_path / "keys"
    path.write_bytes(content)

    with pytest.raises(BadInput, match="API_KEYS") as caught:
        load_settings(api_keys_file=path)

    assert "short" not in str(caught.value) and "sixteen" not in str(caught.value)


def test_keys_in_two_places_are_refused(tmp_path: Path) -> None:
    """With keys in a variable and in a file, which count would be a guess."""
    with pytest.raises(BadInput, match="expected one of them") as caught:
        load_settings(api_keys=KEY, api_keys_file=tmp_path / "keys")

    assert KEY not in str(caught.value)


SERVER = "bolt://localhost:7687"


def test_login_of_a_file_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file asks nobody who he is, whatever the environment holds for a server."""
    monkeypatch.setenv("REMEMBRANCER_STORE_PASSWORD", "sesame")

    assert login_of(load_settings(store="memory.db")) is None


def test_login_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """User, password and database of a server are variables; a server without passwords needs none of them."""
    assert login_of(load_settings(store=SERVER)) == Login("neo4j", "", "neo4j")

    monkeypatch.setenv("REMEMBRANCER_STORE_USER", "ada")
    monkeypatch.setenv("REMEMBRANCER_STORE_PASSWORD", "sesame")
    monkeypatch.setenv("REMEMBRANCER_STORE_DATABASE", "spaces")

    assert login_of(load_settings(store=SERVER)) == Login("ada", "sesame", "spaces")


@pytest.mark.parametrize("content", ["ses/ame", "ses/ame\n", "ses/ame\r\n", "neo4j/ses/ame\n"])
def test_login_of_a_file_of_secrets(content: str, tmp_path: Path) -> None:
    """The file holds the password alone or behind its user, with the end of line that an editor leaves."""
    path = tmp_path / "password"
    path.write_text(content, newline="")

    assert login_of(load_settings(store=SERVER, store_password_file=path)) == Login("neo4j", "ses/ame")


@pytest.mark.parametrize("content", [b"", b"\n", b"neo4j/", b"sesame\nother", b"sesame \xff"])
def test_file_without_a_password_is_named(content: bytes, tmp_path: Path) -> None:
    """A file that holds no password is told by its name, and what it holds is not."""
    path = tmp_path / "password"
    path.write_bytes(content)

    with pytest.raises(BadInput, match="STORE_PASSWORD_FILE") as caught:
        login_of(load_settings(store=SERVER, store_password_file=path))

    assert str(path) in str(caught.value)
    assert "sesame" not in str(caught.value)


def test_missing_file_of_a_password_is_named(tmp_path: Path) -> None:
    """A secret that was not mounted is told by its path."""
    with pytest.raises(BadInput, match="none cannot be read as text"):
        login_of(load_settings(store=SERVER, store_password_file=tmp_path / "none"))


def test_two_passwords_are_refused() -> None:
    """With a password and a file of one, which counts would be a guess."""
    with pytest.raises(BadInput, match="expected one of them") as caught:
        load_settings(store_password="sesame", store_password_file="password")

    assert "sesame" not in str(caught.value)


def test_keys_are_not_printed() -> None:
    """Whoever prints the settings does not print a key."""
    settings = Settings(api_keys=(KEY,), store_password="sesame")  # type: ignore[arg-type]

    assert KEY not in repr(settings)
    assert "sesame" not in f"{settings!r} {settings.model_dump_json()}"


def test_models_of_single_purposes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One variable holds the exceptions from the one model; a purpose without a model is a mistake."""
    monkeypatch.setenv("REMEMBRANCER_MODELS", "write = openai/gpt-5, link=none,")

    assert load_settings().models == {"write": "openai/gpt-5", "link": "none"}

    monkeypatch.setenv("REMEMBRANCER_MODELS", "write")
    with pytest.raises(BadInput, match="REMEMBRANCER_MODELS: write names no model, expected PURPOSE=MODEL"):
        load_settings()


def test_a_pre_filter_needs_a_model() -> None:
    """Without a model, or with none for this purpose, nobody could be asked."""
    with pytest.raises(BadInput, match="PREFILTER_SECONDS is given, but no model to ask; set REMEMBRANCER_MODEL"):
        load_settings(prefilter_seconds=2)
    with pytest.raises(BadInput, match="PREFILTER_SECONDS"):
        load_settings(prefilter_seconds=2, model="openai/small", models="filter=none")

    assert load_settings().prefilter_seconds == 0
    assert load_settings(prefilter_seconds=2, models="filter=openai/small").prefilter_seconds == 2


def test_upstream_is_an_address_without_secrets(tmp_path: Path) -> None:
    """Its key stands in a file of its own, and in no error."""
    file, two, none = tmp_path / "key", tmp_path / "two", tmp_path / "none"
    file.write_text("sk-the-key\n")
    two.write_text("sk-one\nsk-two\n")

    for wrong in ("api.openai.com/v1", "ftp://example.org", "https://", "https://x/v1?a=b", "https://ada:sk-x@x/v1"):
        with pytest.raises(BadInput, match="REMEMBRANCER_UPSTREAM: ") as told:
            load_settings(upstream=wrong)
        assert "sk-x" not in str(told.value)
    for path in (two, none):
        with pytest.raises(BadInput, match="UPSTREAM_KEY_FILE") as told:
            upstream_key_of(load_settings(upstream_key_file=path))
        assert "sk-" not in str(told.value)

    assert load_settings(upstream="https://api.openai.com/v1").upstream == "https://api.openai.com/v1"
    assert upstream_key_of(load_settings(upstream_key_file=file)) == "sk-the-key"
    assert upstream_key_of(load_settings()) is None
