"""Jobs: done once, stopped, failed and found again by what their folders hold; nothing stays of one that is dropped."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from api import long_jobs
from api.long_jobs import BEGUN, Job, Jobs, JobState, Work, changed_at
from graph.errors import BadInput, NotFound


@pytest.fixture
def jobs(tmp_path: Path) -> Jobs:
    """Jobs of a process."""
    return _jobs(tmp_path)


def _jobs(folder: Path) -> Jobs:
    return Jobs(lambda space: folder / space)


def ended(jobs: Jobs, id: str, space: str = "ada") -> Job:
    """The job when it is over."""
    for _ in range(500):
        job = jobs.job(space, id)
        if not job.is_under_way:
            return job
        sleep(0.01)
    raise AssertionError(job)


RESULT = {"new": 3}


def working(folder: Path) -> Work:
    """Work that has a result."""
    return lambda: RESULT


def waiting(begun: Event, going: Event) -> Callable[[Path], Work]:
    """Work that has begun, and has a result once it may go on."""

    def prepare(folder: Path) -> Work:
        def wait() -> Mapping[str, object]:
            begun.set()
            going.wait(10)
            return RESULT

        return wait

    return prepare


def failing(folder: Path) -> Work:
    """Work that cannot be done."""

    def fail() -> Mapping[str, object]:
        raise BadInput("line 3 is none")

    return fail


def test_a_job_is_done_once(jobs: Jobs, tmp_path: Path) -> None:
    """Asked again it is the same; another process finds it, and another space does not."""
    jobs.start("ada", Job("a1"), working)
    done = ended(jobs, "a1")

    assert done.state is JobState.DONE
    assert jobs.start("ada", Job("a1"), failing) is done
    later = _jobs(tmp_path).job("ada", "a1")
    assert [(each.state, each.result) for each in (done, later)] == [(JobState.DONE, RESULT)] * 2
    for space, id in (("nil", "a1"), ("ada", "a2"), ("ada", ".."), ("ada", "../nil"), ("ada", "")):
        with pytest.raises(NotFound):
            jobs.job(space, id)


def test_jobs_are_listed(jobs: Jobs, tmp_path: Path) -> None:
    """With the time when something became of each; those of an earlier process too, and no other files."""
    jobs.start("ada", Job("a1"), working)
    jobs.start("ada", Job("import-1"), failing)
    ended(jobs, "import-1")
    ended(jobs, "a1")
    (tmp_path / "ada" / ".upload-x").write_text("half a file", encoding="utf-8")
    os.utime(tmp_path / "ada" / "a1", (1, 2))

    found = dict(_jobs(tmp_path).all("ada"))

    assert {job.id: job.state for job in found.values()} == {"a1": JobState.DONE, "import-1": JobState.FAILED}
    assert found[datetime.fromtimestamp(2, UTC)].id == "a1"
    assert jobs.all("nil") == []


def test_a_failed_job_says_why_and_can_be_tried_again(jobs: Jobs, tmp_path: Path) -> None:
    """After a restart, too."""
    jobs.start("ada", Job("a1"), failing)
    failed = ended(jobs, "a1")
    later = _jobs(tmp_path)

    assert (failed.state, failed.error) == (JobState.FAILED, "line 3 is none")
    assert (later.job("ada", "a1").state, later.job("ada", "a1").error) == (JobState.FAILED, "line 3 is none")
    later.start("ada", Job("a1"), working)
    assert ended(later, "a1").state is JobState.DONE


def test_what_cannot_begin_leaves_nothing(jobs: Jobs) -> None:
    """The caller is told at once."""

    def prepare(folder: Path) -> Work:
        (folder / "sent").write_text("x", encoding="utf-8")
        raise BadInput("no such thing")

    with pytest.raises(BadInput):
        jobs.start("ada", Job("a1"), prepare)
    assert not jobs.folder("ada", "a1").exists()


def test_one_of_a_space_runs_at_a_time_and_a_stop_ends_them(jobs: Jobs, tmp_path: Path) -> None:
    """What waits does not begin, what runs ends at its next step, and both are stopped, for the next process too.

    Another space's job does not wait for them.
    """
    begun = Event()
    first, second = Job("a1"), Job("a2")

    def turning(folder: Path) -> Work:
        def turn() -> Mapping[str, object]:
            begun.set()
            while True:
                first.move(1, 2)
                sleep(0.001)

        return turn

    jobs.start("ada", first, turning)
    begun.wait(10)
    jobs.start("ada", second, working)
    jobs.start("nil", Job("n1"), working)
    assert ended(jobs, "n1", "nil").state is JobState.DONE
    states = first.state, second.state, jobs.spaces()
    jobs.stop(timeout_seconds=10)

    assert states == (JobState.RUNNING, JobState.WAITING, {"ada"})
    assert (first.state, second.state, jobs.spaces()) == (JobState.STOPPED, JobState.STOPPED, set())
    assert [_jobs(tmp_path).job("ada", id).state for id in ("a1", "a2")] == [JobState.STOPPED] * 2


@pytest.mark.parametrize("whole", [False, True])
def test_nothing_stays_of_a_job_that_is_dropped(jobs: Jobs, whole: bool) -> None:
    """Not even what its thread writes when the folder is gone already."""
    begun, dropped = Event(), Event()

    def slow(folder: Path) -> Work:
        def write() -> Mapping[str, object]:
            begun.set()
            dropped.wait(10)
            folder.mkdir(parents=True, exist_ok=True)
            return {"said": "Zanzibar"}

        return write

    job = jobs.start("ada", Job("a1"), slow)
    begun.wait(10)
    if whole:
        jobs.drop_all("ada")
    else:
        jobs.drop("ada", "a1")
    dropped.set()
    jobs.stop(timeout_seconds=10)

    assert not job.is_under_way and not jobs.folder("ada", "a1").exists()
    with pytest.raises(NotFound):
        jobs.job("ada", "a1")


def test_old_jobs_go(jobs: Jobs) -> None:
    """With what is left of files that were not sent whole."""
    for id in ("a1", "a2"):
        jobs.start("ada", Job(id), working)
        ended(jobs, id)
    rest = jobs.folder_of("ada") / ".upload-1"
    rest.touch()
    for path in (jobs.folder("ada", "a1") / BEGUN, rest):
        os.utime(path, times=(0, 0))

    jobs.drop_before("ada", datetime(2020, 1, 1, tzinfo=UTC))
    jobs.drop_before("nobody", datetime(2020, 1, 1, tzinfo=UTC))

    assert [path.name for path in jobs.folder_of("ada").iterdir()] == ["a2"]


def test_a_job_is_as_old_as_its_beginning(jobs: Jobs) -> None:
    """What it writes later was read before: a result does not outlive what another process forgot meanwhile."""
    begun, going = Event(), Event()
    jobs.start("ada", Job("a1"), waiting(begun, going))
    begun.wait(10)
    os.utime(jobs.folder("ada", "a1") / BEGUN, times=(0, 0))
    going.set()
    ended(jobs, "a1")
    jobs.drop_before("ada", datetime(2020, 1, 1, tzinfo=UTC))

    assert not jobs.folder("ada", "a1").exists()


def test_a_job_that_is_sent_again_is_as_old_as_that(jobs: Jobs) -> None:
    """Else what drops old jobs would cancel one that was stopped long ago and has just been taken up."""
    folder = jobs.folder("ada", "a1")
    folder.mkdir(parents=True)
    (folder / "sent").touch()
    os.utime(folder, times=(0, 0))
    begun, going = Event(), Event()
    jobs.start("ada", Job("a1"), waiting(begun, going))
    begun.wait(10)
    jobs.drop_before("ada", datetime(2020, 1, 1, tzinfo=UTC))
    going.set()

    assert ended(jobs, "a1").state is JobState.DONE


def test_a_job_that_another_process_deletes_is_left_out(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are listed without one whose folder is gone by the time that its age is asked."""
    jobs.start("ada", Job("a1"), working)
    jobs.start("ada", Job("a2"), working)
    kept = changed_at

    def changed_unless_gone(path: Path) -> datetime:
        if path.name == "a1":
            raise FileNotFoundError(path)
        return kept(path)

    monkeypatch.setattr(long_jobs, "changed_at", changed_unless_gone)

    assert [job.id for _, job in jobs.all("ada")] == ["a2"]
