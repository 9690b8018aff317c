"""Every setting, its default and its meaning. The only module that reads the environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from graph.errors import BadInput
from graph.store.backends import is_server
from graph.store.login import Login

PREFIX = "REMEMBRANCER_"

KEY_LENGTH_MIN = 16
"""A key of 16 random letters cannot be guessed over a network."""

# Set before numpy is first imported: several BLAS threads under our own threads cost 12 ms a product instead of 0.15.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")


def data_folder() -> Path:
    """Where this platform keeps a user's data; the folder may not exist yet."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "remembrancer"
    home = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "remembrancer"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
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
        description="Where memories are kept: the path of an SQLite file (it is made if it is not there), `:memory:` "
        "for nothing that lasts, or the address of a Neo4j server, such as `neo4j+s://host` or `bolt://host:7687`, "
        "without user and password.",
    )
    store_user: str = Field(default="neo4j", min_length=1, description="Who we are to a Neo4j server.")
    store_password: SecretStr | None = Field(
        default=None, description="The password of `store_user`. A file is the safer place: see the next setting."
    )
    store_password_file: Path | None = Field(
        default=None,
        description="A file that holds the password alone, or `user/password` as Neo4j's own `NEO4J_AUTH_FILE` does. "
        "It is read when the store is opened.",
    )
    store_database: str = Field(
        default="neo4j", min_length=1, description="The database of a Neo4j server that holds the spaces."
    )
    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The address the service listens on. One that other machines reach needs `api_keys`.",
    )
    port: int = Field(default=8765, ge=0, le=65535, description="The port the service listens on; 0 takes a free one.")
    api_keys: Annotated[tuple[SecretStr, ...], NoDecode] = Field(
        default=(),
        description="Keys that open `/v1`, separated by commas, each of 16 characters or more, sent as "
        "`Authorization: Bearer KEY`. Without keys the service binds to loopback only.",
    )
    api_keys_file: Path | None = Field(
        default=None, description="A file of such keys, one a line, instead of `api_keys`. It is read at start."
    )
    body_bytes_max: int = Field(
        default=4 * 1024 * 1024,
        ge=1024,
        description="The largest request body, in bytes; a larger one is answered with 413.",
    )
    request_keep_hours: float = Field(
        default=24.0,
        gt=0,
        description="How long the answer to a request with an Idempotency-Key is kept to be given again; so is a "
        "model's reply that no round has used.",
    )
    embedder: str = Field(
        default="none",
        min_length=1,
        description="The embedding model: `none` (words only), `sentence-transformers:MODEL-or-folder[@languages]`, "
        "or `litellm:MODEL`.",
    )
    embedder_batch: int = Field(default=64, ge=1, le=4096, description="How many texts are embedded at a time.")
    model: str = Field(
        default="none",
        min_length=1,
        description="The language model of the archivists, as LiteLLM calls it, such as `openai/gpt-5-mini` or "
        "`ollama/qwen3`; `none` leaves all work to the rules. Its key and address stand in LiteLLM's own variables.",
    )
    models: Annotated[Mapping[str, str], NoDecode] = Field(
        default={},
        description="Other models for single purposes (`read`, `settle`, `write`, `filter`), such as "
        "`write=openai/gpt-5,settle=none`.",
    )
    model_timeout_seconds: float = Field(
        default=60.0, gt=0, le=600, description="How long one model call may take, in seconds."
    )
    model_calls_hour_max: int = Field(
        default=1200, ge=1, description="How many model calls an hour may have, all spaces together; others wait."
    )
    model_tokens_hour_max: int = Field(
        default=10_000_000, ge=1, description="How many tokens these calls may take, in and out."
    )
    space_calls_hour_max: int = Field(
        default=120, ge=1, description="How many model calls an hour may have in one space."
    )
    space_tokens_hour_max: int = Field(
        default=1_000_000, ge=1, description="How many tokens the calls of one space may take, in and out."
    )
    prefilter_seconds: float = Field(
        default=0.0,
        ge=0,
        le=60,
        description="How long a turn may wait for a model that takes out of the block what has nothing to do with the "
        "turn; 0 asks none. The model is that of the purpose `filter`.",
    )
    budget_tokens: int = Field(
        default=2048, ge=64, le=1_000_000, description="The size of a block when the request names none, in tokens."
    )
    gap_seconds: float = Field(
        default=6 * 3600.0,
        gt=0,
        description="The silence after which a new conversation starts, in seconds, for spaces made without a `gap`.",
    )
    indexes_max: int = Field(
        default=64, ge=1, description="How many spaces have their index in memory; the least recently used one goes."
    )
    rounds_enabled: bool = Field(
        default=True,
        description="Whether the service does rounds and makes vectors by itself; if not, `remembrancer work` does. "
        "On demand rounds always run.",
    )
    round_every_messages: int = Field(
        default=10, ge=1, le=10_000, description="How many new messages make a round due."
    )
    summary_tokens_max: int = Field(
        default=150, ge=20, le=2000, description="How long one message summary may be, in tokens."
    )
    key_info_tokens_max: int = Field(
        default=200, ge=20, le=2000, description="How long a space's key info may be, in tokens."
    )
    sweep_seconds: float = Field(
        default=30.0,
        gt=0,
        description="How often the service looks over all spaces for work that no message has announced.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least important line that is logged."
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="How log lines look: for people, or one JSON object a line."
    )

    @model_validator(mode="before")
    @classmethod
    def _read_keys(cls, values: dict[str, object]) -> dict[str, object]:
        if not values.get("api_keys_file"):
            return values
        if values.get("api_keys"):
            raise ValueError(f"{PREFIX}API_KEYS and {PREFIX}API_KEYS_FILE are both given, expected one of them")
        keys = _secret_of(f"{PREFIX}API_KEYS_FILE", Path(str(values["api_keys_file"]))).split()
        if not keys:
            raise ValueError(f"{PREFIX}API_KEYS_FILE: {values['api_keys_file']} is empty, expected a key on each line")
        return values | {"api_keys": tuple(keys)}

    @field_validator("models", mode="before")
    @classmethod
    def _split_models(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        pairs = [part.partition("=") for part in value.split(",") if part.strip()]
        if wrong := [purpose.strip() for purpose, _, model in pairs if not model.strip()]:
            raise ValueError(f"{wrong[0]} names no model, expected PURPOSE=MODEL")
        return {purpose.strip(): model.strip() for purpose, _, model in pairs}

    @field_validator("api_keys", mode="before")
    @classmethod
    def _split_keys(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(key.strip() for key in value.split(",") if key.strip())
        return value

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
    def _check_password(self) -> Self:
        if self.store_password is not None and self.store_password_file is not None:
            raise ValueError(
                f"{PREFIX}STORE_PASSWORD and {PREFIX}STORE_PASSWORD_FILE are both given, expected one of them"
            )
        return self

    @model_validator(mode="after")
    def _check_prefilter(self) -> Self:
        if self.prefilter_seconds and self.models.get("filter", self.model) == "none":
            raise ValueError(f"{PREFIX}PREFILTER_SECONDS is given, and no model to ask; set {PREFIX}MODEL")
        return self

    @model_validator(mode="after")
    def _check_host(self) -> Self:
        if not self.api_keys and not is_loopback(self.host):
            raise ValueError(
                f"host {self.host} is reached by other machines, and there is no key; "
                f"set {PREFIX}API_KEYS, or listen on 127.0.0.1"
            )
        return self


def login_of(settings: Settings) -> Login | None:
    """Who we are to the store; None for a file. Reads the password's file. Raises BadInput, without what is in it."""
    if not is_server(settings.store):
        return None
    password = settings.store_password.get_secret_value() if settings.store_password else ""
    if (path := settings.store_password_file) is not None:
        try:
            password = _secret_of(f"{PREFIX}STORE_PASSWORD_FILE", path).removeprefix(f"{settings.store_user}/")
        except ValueError as error:
            raise BadInput(str(error)) from None
        if not password or "\n" in password:
            raise BadInput(
                f"{PREFIX}STORE_PASSWORD_FILE: {path} is empty or has several lines, expected the password alone"
            )
    return Login(settings.store_user, password, settings.store_database)


def load_settings(**given: object) -> Settings:
    """The settings of the environment, those in `given` put over them.

    Raises BadInput that names each variable that cannot be taken, unknown ones with our prefix too: a mistyped
    REMEMBRANCER_API_KEY must not leave the door open.
    """
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    for name in sorted(os.environ):
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            near = get_close_matches(name.upper(), known, n=1)
            raise BadInput(f"there is no setting {name}" + (f"; did you mean {near[0]}?" if near else ""))
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        raise BadInput("; ".join(_told(each["loc"], each["msg"]) for each in error.errors())) from error


def _secret_of(name: str, path: Path) -> str:
    """What is in the file without its last end of line. Raises ValueError, which does not tell what is in it."""
    try:
        return path.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{name}: {path} cannot be read as text ({type(error).__name__})") from None


def _told(place: tuple[int | str, ...], message: str) -> str:
    text = message.removeprefix("Value error, ").replace("Input should be", "expected")
    return f"{PREFIX}{str(place[0]).upper()}: {text}" if place else text
