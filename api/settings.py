"""All settings with their defaults and meanings. The only module that reads the environment."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from graph.errors import BadInput
from graph.knowledge import INDEXES_MB_MAX
from graph.store.backends import Login, is_server

PREFIX = "REMEMBRANCER_"

SETTINGS_FILE = f"{PREFIX}SETTINGS"
"""The variable that names a file of settings. It is not a setting itself."""

TYPINGMIND = ("https://www.typingmind.com", "https://setapp.typingcloud.com")
"""Where TypingMind runs. Its own installations and the macOS application call from other origins or from none."""

ORIGIN = re.compile(r"(?!http://.*:80$|https://.*:443$)[a-z][a-z0-9+.-]*://[a-z0-9._\[\]:-]+")
"""An origin as browsers send it: in lower case, without a path and the scheme's own port.

`null` is none, since any sandboxed page has it.
"""

KEY_LENGTH_MIN = 16
"""A key of 16 random letters cannot be guessed over a network."""


def data_folder() -> Path:
    """The folder for a user's data on this platform. It may not exist yet."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "remembrancer"
    home = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "remembrancer"


def cache_folder() -> Path:
    """The folder for what a user's programs can make again, on this platform. It may not exist yet."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "remembrancer"
    home = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "remembrancer"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host.lower().removesuffix(".") == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Settings(BaseSettings):
    """How the service runs. Each setting is the environment variable REMEMBRANCER_<NAME>."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid", hide_input_in_errors=True)

    store: str = Field(
        default_factory=lambda: str(data_folder() / "memory.db"),
        min_length=1,
        description="Where memories are kept: the path of a SQLite file (made if it does not exist), `:memory:` for a "
        "store that is lost at the end, or the address of a Neo4j server, such as `neo4j+s://host` or "
        "`bolt://host:7687`, without user and password.",
    )
    store_user: str = Field(default="neo4j", min_length=1, description="The user on a Neo4j server.")
    store_password: SecretStr | None = Field(
        default=None, description="The password of `store_user`. A file is safer: see the next setting."
    )
    store_password_file: Path | None = Field(
        default=None,
        description="A file that contains only the password, or `user/password`, as Neo4j's `NEO4J_AUTH_FILE` does. It "
        "is read when the store is opened.",
    )
    store_database: str = Field(
        default="neo4j", min_length=1, description="The database of a Neo4j server that holds the spaces."
    )
    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The address that the service listens on. If other machines can reach it, `api_keys` is required.",
    )
    port: int = Field(default=8765, ge=0, le=65535, description="The port that the service listens on; 0: a free one.")
    api_keys: Annotated[tuple[SecretStr, ...], NoDecode] = Field(
        default=(),
        description="Keys for `/v1`, separated by commas, of 16 characters or more each. Clients send "
        "`Authorization: Bearer KEY`. Without keys the service only listens on loopback addresses.",
    )
    api_keys_file: Path | None = Field(
        default=None, description="A file with such keys, one per line, instead of `api_keys`. It is read at start."
    )
    page_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        default=TYPINGMIND,
        description="Origins of web pages that may call the proxy and the dynamic context from a browser, separated by "
        "commas, such as `http://localhost:3000`. Pages of other origins may not; neither may call other routes.",
    )
    body_bytes_max: int = Field(
        default=4 * 1024 * 1024,
        ge=1024,
        description="The largest request body, in bytes; a larger one is answered with 413.",
    )
    request_keep_hours: float = Field(
        default=24.0,
        gt=0,
        description="How long the answer to a request with an Idempotency-Key is kept, so that it can be sent again. "
        "Replies of models that no round has used are kept as long.",
    )
    block_keep_days: float = Field(
        default=14.0,
        gt=0,
        description="How long blocks are kept, with the reason for each item. Verdicts that were given stay.",
    )
    log_keep_days: float = Field(
        default=60.0, gt=0, description="How long changes are kept; an older one cannot be undone."
    )
    upstream: str | None = Field(
        default=None,
        description="The provider that the proxy passes chats on to: the base URL of an API like OpenAI's, such as "
        "`https://api.openai.com/v1` or `http://localhost:11434/v1`.",
    )
    upstream_key_file: Path | None = Field(
        default=None,
        description="A file that contains only the provider's key, which every caller of the proxy uses. It is read at "
        "start. Without it callers send their own.",
    )
    block_placement: Literal["user", "system"] = Field(
        default="user",
        description="Where the proxy puts a block: `user`, before the words of the last user message, or `system`, as "
        "a message of its own after the instructions.",
    )
    embedder: str = Field(
        default="builtin",
        min_length=1,
        description="The embedding model, for search by meaning: `builtin` (16 languages, on this machine), `none` "
        "(words only), `sentence-transformers:MODEL-or-folder[@languages]`, or `litellm:MODEL`. A space keeps the one "
        "that it was made with, until `remembrancer reembed`.",
    )
    reranker: str = Field(
        default="none",
        min_length=1,
        description="A model that reads the question with each of the best candidates and reorders them: `none`, "
        "`cross-encoder:MODEL-or-folder`, or `litellm:MODEL`.",
    )
    reranker_ms: int = Field(
        default=500,
        ge=1,
        le=10_000,
        description="How long a turn waits for the reranker, in milliseconds; after that it goes on without it.",
    )
    model: str = Field(
        default="none",
        min_length=1,
        description="The language model of the archivists, by its name in LiteLLM, such as `openai/gpt-5-mini` or "
        "`ollama/qwen3`. With `none` they keep names, quotes and a net of dangers and orders. LiteLLM's own variables "
        "have its key and address.",
    )
    models: Annotated[Mapping[str, str], NoDecode] = Field(
        default={},
        description="Other models for single purposes (`read`, `link`, `write`, `reflect`, `moments`, `drift`, "
        "`filter`), such as `write=openai/gpt-5,link=none`.",
    )
    model_timeout_seconds: float = Field(
        default=60.0, gt=0, le=600, description="How long one model call may take, in seconds."
    )
    model_calls_hour_max: int = Field(
        default=1200, ge=1, description="The most model calls per hour, all spaces together. Further calls wait."
    )
    model_tokens_hour_max: int = Field(
        default=10_000_000, ge=1, description="The most tokens of these calls per hour, in and out."
    )
    space_calls_hour_max: int = Field(default=120, ge=1, description="The most model calls per hour in one space.")
    space_tokens_hour_max: int = Field(
        default=1_000_000, ge=1, description="The most tokens per hour of the calls of one space, in and out."
    )
    prefilter_seconds: float = Field(
        default=0.0,
        ge=0,
        le=60,
        description="How long a turn may wait for a model that removes irrelevant items from the block; 0 asks no "
        "model. The model is that of the purpose `filter`.",
    )
    budget_tokens: int = Field(
        default=2048, ge=64, le=1_000_000, description="The size of a block in tokens, if the request does not say it."
    )
    indexes_mb_max: int = Field(
        default=INDEXES_MB_MAX,
        ge=1,
        description="How much memory indexes of spaces may take, in megabytes. The least recently used ones are "
        "dropped; the one in use always stays.",
    )
    index_folder: str = Field(
        default="",
        description="The folder that keeps indexes of large spaces between starts, since building them takes seconds. "
        "Each store needs its own. Empty: beside a SQLite file; with a server, a folder in your cache folder, which "
        "`serve` and `work` make. `none`: they are not kept.",
    )
    rounds_enabled: bool = Field(
        default=True,
        description="Whether the service does rounds and makes vectors by itself. If not, `remembrancer work` does. "
        "Rounds on demand always run.",
    )
    redact: bool = Field(
        default=True,
        description="Whether keys, passwords, PINs and card numbers are hidden from archivists and in blocks: facts, "
        "summaries, key info and quoted lines have `•••` in their place, and rounds send them to no model. "
        "The messages stay as they are.",
    )
    sweep_seconds: float = Field(
        default=30.0,
        gt=0,
        description="How often the service checks all spaces for work, in seconds.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least important events that are logged."
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="The format of logs: lines for people, or one JSON object per line."
    )

    @model_validator(mode="before")
    @classmethod
    def _read_keys(cls, values: dict[str, object]) -> dict[str, object]:
        if not values.get("api_keys_file"):
            return values
        if values.get("api_keys"):
            raise ValueError(f"{PREFIX}API_KEYS and {PREFIX}API_KEYS_FILE are both given, expected one of them")
        keys = _secret_in(f"{PREFIX}API_KEYS_FILE", Path(str(values["api_keys_file"]))).split()
        if not keys:
            raise ValueError(f"{PREFIX}API_KEYS_FILE: {values['api_keys_file']} is empty, expected one key per line")
        return values | {"api_keys": tuple(keys)}

    @field_validator("upstream")
    @classmethod
    def _check_upstream(cls, value: str | None) -> str | None:
        if value is None:
            return None
        url = urlsplit(value)
        if url.scheme not in ("http", "https") or not url.hostname or url.query or url.fragment:
            raise ValueError("expected a base URL such as https://api.openai.com/v1")
        if url.username is not None or url.password is not None:
            raise ValueError(f"there is a user or a password in it; use {PREFIX}UPSTREAM_KEY_FILE")
        return value

    @field_validator("models", mode="before")
    @classmethod
    def _split_models(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [part.partition("=") for part in value.split(",") if part.strip()]
        if wrong := [purpose.strip() for purpose, _, model in pairs if not model.strip()]:
            raise ValueError(f"{wrong[0]} names no model, expected PURPOSE=MODEL")
        return {purpose.strip(): model.strip() for purpose, _, model in pairs}

    @field_validator("api_keys", "page_origins", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("page_origins")
    @classmethod
    def _check_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if not ORIGIN.fullmatch(origin):
                raise ValueError(
                    f"{origin} is no origin, expected one as browsers send it, such as https://example.org"
                )
        return origins

    @field_validator("api_keys")
    @classmethod
    def _check_keys(cls, keys: tuple[SecretStr, ...]) -> tuple[SecretStr, ...]:
        for number, key in enumerate(keys, start=1):
            secret = key.get_secret_value()
            if len(secret) < KEY_LENGTH_MIN or not secret.isascii() or not secret.isprintable():
                raise ValueError(
                    f"key {number} has {len(secret)} characters, expected {KEY_LENGTH_MIN} or more, all printable ASCII"
                )
        return keys

    @model_validator(mode="after")
    def _check_together(self) -> Self:
        if self.store_password is not None and self.store_password_file is not None:
            raise ValueError(
                f"{PREFIX}STORE_PASSWORD and {PREFIX}STORE_PASSWORD_FILE are both given, expected one of them"
            )
        if self.prefilter_seconds and self.models.get("filter", self.model) == "none":
            raise ValueError(f"{PREFIX}PREFILTER_SECONDS is given, but no model to ask; set {PREFIX}MODEL")
        if not self.api_keys and not is_loopback(self.host):
            raise ValueError(
                f"other machines can reach host {self.host}, but there are no keys; "
                f"set {PREFIX}API_KEYS, or listen on 127.0.0.1"
            )
        return self


def login_of(settings: Settings) -> Login | None:
    """User, password and database for a server; None for a file. Reads the file with the password. Raises BadInput."""
    if not is_server(settings.store):
        return None
    password = settings.store_password.get_secret_value() if settings.store_password else ""
    if (path := settings.store_password_file) is not None:
        try:
            password = _secret_in(f"{PREFIX}STORE_PASSWORD_FILE", path).removeprefix(f"{settings.store_user}/")
        except ValueError as error:
            raise BadInput(str(error)) from None
        if not password or "\n" in password:
            raise BadInput(
                f"{PREFIX}STORE_PASSWORD_FILE: {path} is empty or has several lines, expected the password alone"
            )
    return Login(settings.store_user, password, settings.store_database)


def upstream_key_of(settings: Settings) -> str | None:
    """The key that the service keeps for the proxy's upstream. Reads its file. Raises BadInput."""
    if settings.upstream_key_file is None:
        return None
    try:
        key = _secret_in(f"{PREFIX}UPSTREAM_KEY_FILE", settings.upstream_key_file).strip()
    except ValueError as error:
        raise BadInput(str(error)) from None
    if not key or not key.isascii() or not key.isprintable():
        raise BadInput(f"{PREFIX}UPSTREAM_KEY_FILE: {settings.upstream_key_file} does not hold one key in one line")
    return key


def load_settings(**given: object) -> Settings:
    """The settings of the file, overridden by those of the environment, and these by those in `given`.

    Raises BadInput with the name of each invalid variable. An unknown variable with our prefix is also invalid: a
    mistyped REMEMBRANCER_API_KEY must not leave the service without keys.
    """
    known = [SETTINGS_FILE, *(PREFIX + name.upper() for name in Settings.model_fields)]
    for name in sorted(os.environ):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            raise BadInput(_unknown(name, known))
    file = os.environ.get(SETTINGS_FILE) or None
    if file is not None and not Path(file).is_file():
        raise BadInput(f"{SETTINGS_FILE}: there is no file {file}")
    try:
        return Settings(_env_file=file, **given)  # type: ignore[call-arg, arg-type]
    except UnicodeDecodeError as error:
        raise BadInput(f"{SETTINGS_FILE}: {file} cannot be read as text") from error
    except ValidationError as error:
        raise BadInput("; ".join(_message_of(each, known, file) for each in error.errors())) from error


def _secret_in(name: str, path: Path) -> str:
    """The file's content without the last line end. Raises ValueError, without the content."""
    try:
        return path.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{name}: {path} cannot be read as text ({type(error).__name__})") from None


def _unknown(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name.upper(), known, n=1)
    return f"there is no setting {name}" + (f"; did you mean {near[0]}?" if near else "")


def _message_of(error: ErrorDetails, known: Sequence[str], file: str | None) -> str:
    place, name = error["loc"], str(error["loc"][0] if error["loc"] else "").upper()
    if error["type"] == "extra_forbidden" and file is not None:
        return f"{file}: {_unknown(name, known)}"
    text = error["msg"].removeprefix("Value error, ").replace("Input should be", "expected")
    return f"{PREFIX}{name}: {text}" if place else text
