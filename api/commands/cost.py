"""`remembrancer cost`: what language models have cost, in one space or in all spaces."""

from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.printing import dollars, listing, plural, say
from api.http.responses import CostLine, HourAnswer
from api.http.routes.round_routes import cost_of
from api.wiring import Service

HEADINGS = ("space", "purpose", "calls", "failed", "tokens in", "cached", "tokens out", "cost", "per 100", "model")


@command()
def run(
    service: Service, space: Annotated[str | None, typer.Argument(metavar="[SPACE]", help="Only this space.")] = None
) -> Answers:
    """Show what language models have cost: calls, tokens, dollars, and calls per 100 messages."""
    names = service.knowledge.spaces() if space is None else [space]
    costs = {name: cost_of(service, name) for name in names}
    yield {"spaces": {name: cost.model_dump(mode="json") for name, cost in costs.items()}}
    rows = [_cells_of_line(name, line) for name, cost in costs.items() for line in cost.lines]
    if not rows:
        say("No language model has been asked yet.")
        return
    listing(HEADINGS, rows, numbers=range(2, len(HEADINGS) - 1))
    say("")
    for name, cost in costs.items():
        if cost.lines:
            say(
                f"{name}: {plural(cost.calls, 'call')} for {plural(cost.messages, 'message')}, "
                f"{cost.calls_per_100_messages:.1f} per 100; cost {dollars(cost.cost)}; "
                f"this hour {_hour_in_words(cost.hour)}"
            )
    if (hour := next(iter(costs.values())).hour_of_all) is not None:
        say(f"All spaces this hour: {_hour_in_words(hour)}")


def _cells_of_line(space: str, line: CostLine) -> tuple[str, ...]:
    counts = (line.calls, line.failed, line.tokens_in, line.tokens_cached, line.tokens_out)
    return (
        space,
        line.purpose,
        *(f"{count:,}" for count in counts),
        dollars(line.cost),
        f"{line.calls_per_100_messages:.1f}",
        line.model,
    )


def _hour_in_words(hour: HourAnswer) -> str:
    return f"{hour.calls:,} of {hour.calls_max:,} calls, {hour.tokens:,} of {hour.tokens_max:,} tokens"
