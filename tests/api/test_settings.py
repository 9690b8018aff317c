"""Settings come from the environment, are checked at once, and never leave a door open by mistake."""

import pytest

from api.settings import PREFIX, Settings, load_settings
from graph.errors import BadInput

KEY = "a-key-of-sixteen-letters"


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine that runs the tests counts."""
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)


def test_defaults_listen_on_this_machine_only() -> None:
    """Without any setting the service is reached from its own machine, without a key and without a model."""
    settings = load_settings()

    assert (settings.host, settings.api_keys, settings.embedder) == ("127.0.0.1", (), "none")
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


def test_keys_are_not_printed() -> None:
    """Whoever prints the settings does not print a key."""
    assert KEY not in repr(Settings(api_keys=(KEY,)))  # type: ignore[arg-type]
