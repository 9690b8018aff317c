"""A Neo4j server of the tests' own: one process on a free loopback port, with its data in a folder."""

from __future__ import annotations

import re
import socket
import subprocess
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from neo4j import Driver, GraphDatabase, basic_auth
from neo4j.exceptions import DriverError, Neo4jError

from graph.store.backends import Login
from tests.neo4j.releases import Missing, Release, find_java

USER = "neo4j"
START_SECONDS_MAX = 180  # 7 s on an idle machine
STOP_SECONDS_MAX = 30


WIPE = "MATCH (n) WHERE NOT n:RemembrancerSchema CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens, and what it wants to hear; without `password` it asks for none."""

    uri: str
    password: str = ""

    @property
    def login(self) -> Login | None:
        """Who to be there."""
        return Login(USER, self.password) if self.password else None

    def driver(self) -> Driver:
        """A driver that is logged in and gives up soon; the caller closes it."""
        auth = basic_auth(USER, self.password) if self.password else None
        return GraphDatabase.driver(self.uri, auth=auth, connection_timeout=5)

    def wipe(self) -> None:
        """No node is left but the one that tells the schema's version; constraints and indexes stay."""
        with self.driver() as driver, driver.session(database="neo4j") as session:
            session.run(WIPE).consume()


@dataclass
class Server:
    """One server. It can be stopped or killed and started again: same port, same data.

    Without `password` it asks for none. `http_port` opens the web server with the Browser at /browser. `settings` are
    its own on top of ours; they count from the next start, and one that it does not know stops it. `is_short` is for a
    life of minutes: compiled in a hurry it is up soon, but never as fast as it could be.
    """

    release: Release
    folder: Path
    password: str = ""
    http_port: int | None = None
    heap: str = "384m"
    is_short: bool = True
    settings: dict[str, str] = field(default_factory=dict)
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        if not self.release.home.exists():
            raise Missing(f"Neo4j {self.release.version} is not assembled in {self.release.home}; `make neo4j` does it")
        self.java, self.java_version = find_java(self.release)
        self.port = self.port or free_port()

    @property
    def address(self) -> Address:
        """Where it listens."""
        return Address(f"bolt://127.0.0.1:{self.port}", self.password)

    def start(self) -> Server:
        """It answers a query. Raises RuntimeError with the end of its logs when it does not come up."""
        for name in ("conf", "logs"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        is_new = not (self.folder / "data").exists()
        lines = (f"{name}={value}\n" for name, value in self._settings().items())
        (self.folder / "conf/neo4j.conf").write_text("".join(lines), encoding="utf-8")
        with (self.folder / "logs/console.log").open("ab") as console:
            self.process = self._spawn(console)
        try:
            self._wait()
            if self.password and is_new:
                self._set_password()
                self._wait()
        except BaseException:
            self.kill()
            raise
        return self

    def stop(self) -> None:
        """It has shut down in order, or is killed if that takes too long."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process = None

    def kill(self) -> None:
        """It is dead at once, as after `kill -9` or a power cut."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def tail(self, lines_max: int = 40) -> str:
        """The end of what it printed, and the last complaints of its own log."""
        console, debug = (self._log(name) for name in ("console.log", "debug.log"))
        complaints = [line for line in debug if re.search(r"WARN|ERROR|Exception|Caused by", line)]
        return "\n".join([*console[-lines_max:], *complaints[-lines_max:]])

    def _log(self, name: str) -> list[str]:
        path = self.folder / "logs" / name
        return path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []

    def _wait(self) -> None:
        assert self.process is not None
        deadline = time.monotonic() + START_SECONDS_MAX
        while not self._answers():
            if self.process.poll() is not None:
                raise RuntimeError(f"Neo4j ended with {self.process.returncode}:\n{self.tail()}")
            if time.monotonic() > deadline:
                raise RuntimeError(f"Neo4j does not answer after {START_SECONDS_MAX} s:\n{self.tail()}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with self.address.driver() as driver, driver.session(database="neo4j") as session:
                session.run("RETURN 1").consume()
        except Neo4jError as error:
            return error.code.startswith("Neo.ClientError.Security.")
        except (DriverError, OSError):
            return False
        return True

    def _set_password(self) -> None:
        """A new server knows one user, whose password is "neo4j" and must be changed before anything else."""
        with replace(self.address, password=USER).driver() as driver, driver.session(database="system") as session:
            session.run("ALTER CURRENT USER SET PASSWORD FROM $old TO $new", old=USER, new=self.password).consume()

    def _spawn(self, console: BinaryIO) -> subprocess.Popen[bytes]:
        options = [f"-Xms{self.heap}", f"-Xmx{self.heap}"]
        # With one compiler Java keeps 48 MB of compiled code, which Neo4j's planner fills: what is thrown out runs
        # interpreted again.
        short = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m"]
        options += short if self.is_short else ["-XX:+UseG1GC"]
        options += ["-XX:+ExitOnOutOfMemoryError", "-Dlog4j2.disable.jmx=true", "-Djava.awt.headless=true"]
        for package in ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent"):
            options.append(f"--add-opens=java.base/{package}=ALL-UNNAMED")
        if self.java_version >= 21:
            options.append("--enable-native-access=ALL-UNNAMED")
        if self.java_version >= 24:
            options.append("--sun-misc-unsafe-memory-access=allow")
        return subprocess.Popen(
            [
                *(str(self.java), *options, "-cp", str(self.release.home / "lib" / "*"), self.release.main_class),
                *(f"--home-dir={self.folder}", f"--config-dir={self.folder / 'conf'}", "--console-mode"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=self.folder,
        )

    def _settings(self) -> dict[str, str]:
        ours = {
            "server.default_listen_address": "127.0.0.1",
            "server.bolt.listen_address": f"127.0.0.1:{self.port}",
            "server.bolt.advertised_address": f"127.0.0.1:{self.port}",
            "server.http.enabled": str(self.http_port is not None).lower(),
            "server.http.listen_address": f"127.0.0.1:{self.http_port or 0}",
            "server.https.enabled": "false",
            "dbms.routing.enabled": "false",  # a second Bolt port
            "dbms.security.auth_enabled": str(bool(self.password)).lower(),
            "dbms.usage_report.enabled": "false",
            "client.allow_telemetry": "false",
            "server.memory.heap.initial_size": self.heap,
            "server.memory.heap.max_size": self.heap,
            "server.memory.pagecache.size": "64m",
            "internal.dbms.bolt.netty_server_shutdown_quiet_period": "0",  # stops in 1 s, not in 10
            "db.tx_log.preallocate": "false",  # 256 MiB of disk at once
            "db.tx_log.rotation.size": "16m",
            "db.tx_log.rotation.retention_policy": "keep_none",
        }
        return {**ours, **self.release.settings, **self.settings}


def free_port() -> int:
    """A loopback port on which nobody listens now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
