"""What the service counts about itself, for Prometheus. No label names a space, a chat or a person."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from archivists.models.provider import Failure, Model, Purpose, Reply, Request
from graph.errors import RemembrancerError, StoreError, StoreUnavailable
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Store

MEDIA_TYPE = CONTENT_TYPE_LATEST

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""The bounds of all histograms: a verb of SQLite takes less than the first, a call to a model up to the last."""


class Metrics:
    """The counts of one service. Safe to use from any thread."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()

        def histogram(name: str, help: str, *labels: str) -> Histogram:
            return Histogram(f"remembrancer_{name}_seconds", help, labels, registry=registry, buckets=SECONDS)

        def counter(name: str, help: str, *labels: str) -> Counter:
            return Counter(f"remembrancer_{name}", help, labels, registry=registry)

        self.requests = histogram("request", "Requests over HTTP, until the last byte.", "method", "route", "status")
        self.turns = histogram("turn", "Turns, with gathering and storing.", "result")
        self.rounds = histogram("round", "Rounds.", "result")
        self.calls = histogram("model_call", "Calls to language models.", "purpose", "model", "result")
        self.tokens = counter("model_tokens", "Tokens of these calls.", "purpose", "model", "direction")
        self.cost = counter("model_cost_dollars", "What they have cost, where the price is known.", "purpose", "model")
        self.store = histogram("store", "Verbs of the store.", "verb")
        self.store_errors = counter("store_errors", "Verbs that have failed, by the error.", "error")
        self.outages = counter("store_outages", "How often the store's server has ceased to answer.")
        self.chats = counter("proxy_chats", "Chats through the proxy, by what memory did.", "memory")
        self.memory = histogram("proxy_memory", "How long chats waited for their block.")
        self.answers = counter("proxy_answers", "Answers of the upstream, by status; 0: none came.", "status")
        self.replies = counter("proxy_replies", "Replies that have ended, by what became of them.", "result")
        self.streams = Gauge("remembrancer_proxy_under_way", "Answers that are being passed on.", registry=registry)

    def watch(self, name: str, help: str, label: str, values: Mapping[str, Callable[[], float]]) -> None:
        """Add a gauge. The value for each label is found out whenever the gauge is read."""
        gauge = Gauge(f"remembrancer_{name}", help, (label,), registry=self._registry)
        for value, ask in values.items():
            gauge.labels(value).set_function(ask)

    def store_of(self, store: Store) -> Store:
        """The store, whose verbs are timed from now on."""
        return MeasuredStore(store, self)

    def model_of(self, model: Model, purpose: Purpose) -> Model:
        """The model, whose calls for this purpose are counted from now on."""
        return MeasuredModel(model, purpose, self)

    def turn(self) -> AbstractContextManager[None]:
        """Time the turn that is taken inside."""
        return _timed(self.turns)

    def round(self) -> AbstractContextManager[None]:
        """Time the round that is done inside."""
        return _timed(self.rounds)

    def text(self) -> bytes:
        """Everything, in Prometheus' own format."""
        return generate_latest(self._registry)


@contextmanager
def _timed(histogram: Histogram) -> Iterator[None]:
    started, result = perf_counter(), "ok"
    try:
        yield
    except RemembrancerError as error:
        result = type(error).__name__
        raise
    finally:
        histogram.labels(result).observe(perf_counter() - started)


class MeasuredStore(ForwardingStore):
    """A store whose verbs are timed."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        super().__init__(store)
        self._metrics = metrics
        self._is_away = False

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """What the store's verb returns."""
        started = perf_counter()
        try:
            answer = super().call(verb, *args, **kwargs)
        except StoreError as error:
            self._metrics.store_errors.labels(type(error).__name__).inc()
            if type(error) is StoreUnavailable and not self._is_away:
                self._is_away = True
                self._metrics.outages.inc()
            raise
        finally:
            self._metrics.store.labels(verb).observe(perf_counter() - started)
        self._is_away = False
        return answer


class MeasuredModel:
    """An archivists.models.provider.Model whose calls are counted."""

    def __init__(self, model: Model, purpose: Purpose, metrics: Metrics) -> None:
        self._model = model
        self._purpose = purpose.value
        self._metrics = metrics

    @property
    def name(self) -> str:
        """See Model.name."""
        return self._model.name

    def complete(self, request: Request) -> Reply | Failure:
        """See Model.complete."""
        started = perf_counter()
        said = self._model.complete(request)
        labels, metrics = (self._purpose, self.name), self._metrics
        result = "answered" if isinstance(said, Reply) else said.outcome.value
        metrics.calls.labels(*labels, result).observe(perf_counter() - started)
        if isinstance(said, Reply):
            metrics.tokens.labels(*labels, "in").inc(said.tokens_in)
            metrics.tokens.labels(*labels, "out").inc(said.tokens_out)
            metrics.cost.labels(*labels).inc(said.cost or 0.0)
        return said
