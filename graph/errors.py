"""Every error that this project raises.

RemembrancerError
├── BadInput              the input is not valid
│   └── TooLarge
├── NotFound              a named thing does not exist
├── Conflict              the graph is not in the expected state: read again, or use another id
│   ├── IdReused          an id or key of the caller was used before with other content
│   ├── UnknownProfile    the space has a profile that this program does not know
│   ├── LeaseLost         another worker has taken over the round
│   └── ForgottenMeanwhile  what was read has been forgotten before it could be used
├── StoreError            the store has failed
│   ├── StoreUnavailable  its server does not answer: the same call may succeed later
│   │   └── StoreBusy     its server answers, but could not do this now
│   ├── DiskFailed        its disk is full, or cannot be written or read
│   ├── StoreDamaged      what it holds cannot be read any more
│   ├── StoreLocked       another process is writing to the file
│   └── StoreTooNew       a newer version of Remembrancer wrote the store
├── EmbedderError         the embedding model cannot be loaded or has failed
├── RerankerError         the reranker cannot be loaded or has failed
├── ModelError            the language model cannot be asked or has failed
│   └── BadAnswer         its answer cannot be used
├── UpstreamError         the proxy's upstream does not answer, or breaks off
└── MissingExtra          an optional part is not installed
"""


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
    """The expected state has changed; read it again."""


class IdReused(Conflict):
    """An id or key was used before with other content."""


class UnknownProfile(Conflict):
    """The space has a profile that this program does not know."""


class LeaseLost(Conflict):
    """Another worker has taken over the round."""


class ForgottenMeanwhile(Conflict):
    """Something of the space was forgotten meanwhile; ask again."""


class StoreError(RemembrancerError):
    """The store has failed."""


class StoreUnavailable(StoreError):
    """The store's server does not answer."""


class StoreBusy(StoreUnavailable):
    """The store's server is too busy."""


class DiskFailed(StoreError):
    """The disk of the store is full, or has failed."""


class StoreDamaged(StoreError):
    """What the store holds is damaged."""


class StoreLocked(StoreError):
    """Another process is writing to this store."""


class StoreTooNew(StoreError):
    """The store was written by a newer version of Remembrancer."""


class EmbedderError(RemembrancerError):
    """The embedding model cannot be loaded or has failed."""


class RerankerError(RemembrancerError):
    """The reranker cannot be loaded or has failed."""


class ModelError(RemembrancerError):
    """The language model cannot be asked or has failed."""


class UpstreamError(RemembrancerError):
    """The upstream does not answer."""


class BadAnswer(ModelError):
    """The language model gave an answer that cannot be used."""

    def __init__(self, message: str | None = None, *, calls: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.calls = calls  # in the ledger, that were paid for


class MissingExtra(RemembrancerError):
    """An optional part is not installed."""
