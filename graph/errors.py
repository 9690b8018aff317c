"""Every error that this project raises on purpose.

RemembrancerError
├── BadInput              what a caller sent cannot be taken
│   └── TooLarge
├── NotFound              a named thing is not there
├── Conflict              what was expected is no longer so: read again, or change the id
│   ├── IdReused          a caller's id came again with other content
│   ├── WrongEmbedder     vectors of another model are in the space
│   ├── UnknownProfile    the space has a profile that this program does not know
│   └── LeaseLost         another worker has taken a round over
├── StoreError            the store cannot do its work now
│   ├── StoreUnavailable  its server does not answer: the same call may succeed later
│   │   └── StoreBusy     its server answers, and could not do this one thing now
│   ├── StoreLocked       another process is writing to this file
│   └── StoreTooNew       the file was made by a newer version
├── EmbedderError         the embedding model cannot be loaded or failed
└── MissingExtra          an optional part is not installed
"""

from __future__ import annotations


class RemembrancerError(Exception):
    """Something went wrong in the memory service."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or (self.__doc__ or "").strip())


class BadInput(RemembrancerError):
    """What was sent cannot be taken as it is."""


class TooLarge(BadInput):
    """What was sent is larger than the limit."""


class NotFound(RemembrancerError):
    """The named thing does not exist."""


class Conflict(RemembrancerError):
    """What was expected is no longer so; read it again."""


class IdReused(Conflict):
    """An id or key that is in use came again with other content."""


class WrongEmbedder(Conflict):
    """The space holds vectors of another embedding model."""


class UnknownProfile(Conflict):
    """The space has a profile that this program does not know."""


class LeaseLost(Conflict):
    """Another worker has taken the round over."""


class StoreError(RemembrancerError):
    """The store cannot do its work now."""


class StoreUnavailable(StoreError):
    """The store's server does not answer now."""


class StoreBusy(StoreUnavailable):
    """The store's server is too busy for this now."""


class StoreLocked(StoreError):
    """Another process is writing to this store."""


class StoreTooNew(StoreError):
    """The store was written by a newer version of Remembrancer."""


class EmbedderError(RemembrancerError):
    """The embedding model cannot be loaded or has failed."""


class ModelError(RemembrancerError):
    """The language model cannot be asked or has failed."""


class BadAnswer(ModelError):
    """The language model gave no answer that can be used."""


class MissingExtra(RemembrancerError):
    """An optional part is not installed."""
