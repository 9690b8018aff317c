"""What the files for containers and systemd promise: reached from this machine only, pinned, no password, no root."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from api.cli import COMMANDS
from api.settings import PREFIX, Settings
from graph.store.backends import is_server
from tests.house.source import PACKAGES, ROOT, text_of

COMPOSE = yaml.safe_load(text_of("docker-compose.yml"))
SERVICES = COMPOSE["services"]
STAGES = [stage.splitlines() for stage in re.split(r"^(?=FROM )", text_of("Dockerfile"), flags=re.MULTILINE)[1:]]
PINNED = re.compile(r"[\w/-]+:\d+\.\d+\.\d+[\w.-]*")
SECRET = re.compile(r"PASSWORD|AUTH|KEY|SECRET|TOKEN", re.IGNORECASE)


@pytest.mark.parametrize("name", SERVICES)
def test_ports_are_published_on_loopback_only(name: str) -> None:
    """What a container opens is reached from this machine alone, whatever its firewall says: docker goes around it."""
    ports = SERVICES[name].get("ports", [])

    assert [port for port in ports if not re.fullmatch(r"127\.0\.0\.1:\d+:\d+", port)] == []
    assert "network_mode" not in SERVICES[name]


@pytest.mark.parametrize("name", SERVICES)
def test_secrets_are_files(name: str) -> None:
    """No password and no key stands in the file or in an environment, and none has a default."""
    environment = SERVICES[name]["environment"]
    secret = {key: value for key, value in environment.items() if SECRET.search(key)}

    assert {key: value for key, value in secret.items() if not key.endswith("_FILE")} == {}
    read = {f"/run/secrets/{each}" for each in re.findall(r"/run/secrets/(\w+)", " ".join(_entrypoint(name)))}
    assert set(secret.values()) | read == {f"/run/secrets/{name}" for name in SERVICES[name]["secrets"]}
    assert "env_file" not in SERVICES[name]


def test_each_secret_has_a_file_that_is_not_ours() -> None:
    """The files of secrets are made by whoever runs it: git and the image pass them over."""
    files = {secret["file"] for secret in COMPOSE["secrets"].values()}

    assert {file.split("/")[1] for file in files} == {"secrets"}
    assert "secrets/" in text_of(".gitignore").splitlines()
    assert {name for service in SERVICES.values() for name in service["secrets"]} == set(COMPOSE["secrets"])


def test_versions_are_pinned() -> None:
    """Every image has a version of three numbers; ours has the project's."""
    images = [service["image"] for service in SERVICES.values()]
    bases = [stage[0].split()[1] for stage in STAGES]
    default = re.search(r"^ARG PYTHON=(.*)$", text_of("Dockerfile"), re.MULTILINE)

    assert [image for image in images if not PINNED.fullmatch(image)] == []
    assert f"remembrancer:{version('remembrancer')}" in images
    assert set(bases) == {"python:${PYTHON}"}
    assert default is not None and PINNED.fullmatch(f"python:{default[1]}")


def test_image_is_not_run_by_root() -> None:
    """The last user of the image has a number of its own, so that a cluster can check it."""
    last = [line.split()[1] for line in STAGES[-1] if line.startswith("USER ")]

    assert last == ["10001:10001"]
    assert STAGES[-1].index("USER 10001:10001") < STAGES[-1].index('ENTRYPOINT ["remembrancer"]')


@pytest.mark.parametrize("name", ["remembrancer", "worker"])
def test_our_containers_may_do_little(name: str) -> None:
    """Nothing can be written but the data folder and /tmp, no right is held, and memory has an end."""
    service = SERVICES[name]

    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "mem_limit" in service


def test_every_service_can_be_asked_how_it_is() -> None:
    """The server and the service have a health check; the service waits for the server to be well."""
    assert SERVICES["neo4j"]["healthcheck"]["test"][0] == "CMD"
    assert any("HEALTHCHECK" in line for line in STAGES[-1])
    assert any("/health'" in line for line in STAGES[-1])
    assert SERVICES["remembrancer"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    assert SERVICES["worker"]["healthcheck"]["test"][0] == "CMD"
    (address,) = re.findall(r"\('(\w+)', (\d+)\)", SERVICES["worker"]["healthcheck"]["test"][-1])
    assert SERVICES["worker"]["environment"]["REMEMBRANCER_STORE"] == "bolt://{}:{}".format(*address)


def test_keys_of_models_are_read_from_a_file(tmp_path: Path) -> None:
    """The entrypoint sets the variables of the file, and is the program then, with its arguments as they are."""
    shell, flag, script, name = _entrypoint("remembrancer")
    assert _entrypoint("worker") == [shell, flag, script, name]
    (tmp_path / "model_keys").write_text("OPENAI_API_KEY=sk-1\nOPENAI_API_BASE='http://localhost:1/v1'\n")
    (tmp_path / "remembrancer").write_text('#!/bin/sh\necho "$OPENAI_API_KEY" "$OPENAI_API_BASE" "$@"\n')
    (tmp_path / "remembrancer").chmod(0o755)
    script = script.replace("$$", "$").replace("/run/secrets", str(tmp_path))

    done = subprocess.run(
        [shell, flag, script, name, "serve", "a b"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "sk-1 http://localhost:1/v1 serve a b\n"
    # An entrypoint of compose's takes the image's command away.
    assert (SERVICES["remembrancer"]["command"], SERVICES["worker"]["command"]) == (["serve"], ["work"])


@pytest.mark.parametrize("name", ["MODEL", "MODELS", "EMBEDDER", "RERANKER", "LOG_LEVEL"])
def test_settings_are_passed_on(name: str) -> None:
    """What is set where compose runs reaches the service and the workers, with the program's own default."""
    told = {each["environment"][f"{PREFIX}{name}"] for each in (SERVICES["remembrancer"], SERVICES["worker"])}
    default = Settings.model_fields[name.lower()].default

    assert told == {f"${{{PREFIX}{name}:-{default or ''}}}"}


def test_page_runs_the_image_as_it_is() -> None:
    """The `docker run` line mounts files that the image's user can read, uses settings that exist, and our version."""
    page = text_of("docs/operations.md")
    (line,) = re.findall(r"^docker run (.*?)\n```", page, re.MULTILINE | re.DOTALL)
    words = shlex.split(line.replace("\\\n", " "))
    volumes = [word.split(":") for flag, word in pairwise(words) if flag == "-v"]
    settings = dict(word.split("=") for flag, word in pairwise(words) if flag == "-e")

    assert volumes[0] == ["memory", "/data"]
    assert [part[1:] for part in volumes[1:]] == [[settings[f"{PREFIX}API_KEYS_FILE"], "ro"]]
    assert set(settings) <= {PREFIX + name.upper() for name in Settings.model_fields}
    assert words[-1] == f"remembrancer:{version('remembrancer')}"
    assert "127.0.0.1:8765:8765" in words
    made = set(re.findall(r"> (secrets/\w+)|touch (secrets/\w+)", page))
    assert {"".join(each) for each in made} == {each["file"].removeprefix("./") for each in COMPOSE["secrets"].values()}


def test_containers_use_settings_and_commands_that_exist() -> None:
    """A mistyped variable would end the service at its start."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    used = {name for service in SERVICES.values() for name in service["environment"] if name.startswith(PREFIX)}
    used |= set(re.findall(rf"{PREFIX}\w+", text_of("Dockerfile")))

    assert used - known == set()
    assert is_server(SERVICES["remembrancer"]["environment"]["REMEMBRANCER_STORE"])
    assert SERVICES["worker"]["command"][0] in COMMANDS


def test_image_holds_the_packages_and_nothing_else() -> None:
    """Each package is copied, from a folder that lets through what is copied and no more."""
    copied = {word for line in STAGES[0] if line.startswith("COPY ") for word in line.split()[1:-1]}
    let_through = {line.removeprefix("!") for line in text_of(".dockerignore").splitlines() if line.startswith("!")}

    assert copied == let_through
    assert set(PACKAGES) <= copied
    assert "*" in text_of(".dockerignore").splitlines()
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_units_start_what_there_is() -> None:
    """The page's unit runs a command that exists, its settings exist, and what it reads is what the page makes."""
    page = text_of("docs/how-to/systemd.md")
    (unit,) = re.findall(r"^```ini\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (made,) = re.findall(r"<<'END'\n(.*?)^END", page, re.MULTILINE | re.DOTALL)
    values = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
    settings = dict(line.split("=", 1) for line in made.splitlines())

    assert values["ExecStart"].split()[0] == "/srv/remembrancer/bin/remembrancer"
    assert values["ExecStart"].split()[1] in COMMANDS
    assert f"cat > {values['EnvironmentFile']}" in page
    assert f"> {settings[f'{PREFIX}API_KEYS_FILE']}" in page
    assert settings[f"{PREFIX}STORE"].startswith(f"/var/lib/{values['StateDirectory']}/")
    assert f"useradd --system --home-dir /var/lib/{values['StateDirectory']} " in page
    # By `systemd-analyze security`, what these take away is most of the exposure.
    strict = {"NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "ProtectSystem": "strict", "PrivateUsers": "yes"}
    assert strict.items() <= values.items() and "SystemCallFilter=@system-service\n" in unit
    assert set(settings) <= {PREFIX + name.upper() for name in Settings.model_fields}


def test_heap_and_page_cache_fit_into_the_container() -> None:
    """The server's heap, page cache and a quarter for everything else stay below what its container may use."""
    sizes = {name: _megabytes(value) for name, value in SERVICES["neo4j"]["environment"].items() if "_memory_" in name}
    limit = _megabytes(SERVICES["neo4j"]["mem_limit"])

    asked = sizes["NEO4J_server_memory_heap_max__size"] + sizes["NEO4J_server_memory_pagecache_size"]
    assert sizes["NEO4J_server_memory_heap_initial__size"] == sizes["NEO4J_server_memory_heap_max__size"]
    assert asked <= limit * 0.75


def test_logs_have_an_end() -> None:
    """A service that runs for a year does not fill the disk with lines."""
    assert list(_logs()) == [{"max-size": "10m", "max-file": "5"}] * len(SERVICES)


def _entrypoint(name: str) -> list[str]:
    return [str(word) for word in SERVICES[name].get("entrypoint", [])]


def _logs() -> Iterator[object]:
    for service in SERVICES.values():
        yield service["logging"]["options"]


def _megabytes(size: str) -> int:
    return int(size[:-1]) * {"m": 1, "g": 1024}[size[-1]]
