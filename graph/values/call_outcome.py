"""What can become of a request to a language model."""

from enum import StrEnum


class CallOutcome(StrEnum):
    """The result of one request to a language model."""

    UNDER_WAY = "under_way"  # or lost: the process ended before it could record the reply
    ANSWERED = "answered"
    BAD_ANSWER = "bad_answer"  # the reply does not have the shape that was asked for
    BUSY = "busy"  # too many requests at this time
    TIMED_OUT = "timed_out"
    UNAVAILABLE = "unavailable"  # no connection, or an error of the server
    NO_QUOTA = "no_quota"  # what was paid for is used up: waiting does not help
    NO_ACCESS = "no_access"  # the provider rejected the key
    REFUSED = "refused"  # the provider rejected the request or the model
