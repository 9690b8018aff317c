"""A model judges whether their words say the new claims, and how these stand to what is known.

What it denies is not kept. What it names becomes a change, signed by the model, within what a claim may do at all: it
ends no fact of another subject, and no words of a user but by a user's.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

from archivists.compare.citations import forbids, lacking
from archivists.compare.claims import (
    CLAIMS,
    Claim,
    Quotation,
    ended_by,
    ends_at,
    in_order_of_reference,
    known_claims,
    living,
    near_to,
    new_claim,
    shared_terms,
    stand_in_of,
    stand_ins,
)
from archivists.keeping.archivist import Archivist, ModelQuestion, NotedLine, Proposal, Questions, first, in_one_call
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.questions.confirm import (
    ENDS_MAX,
    MERGING,
    ConfirmAnswer,
    ConfirmQuestion,
    is_discerning,
    is_doubtful,
    unended,
)
from archivists.questions.link import (
    ClaimToLink,
    ItemToJudge,
    LinkAnswer,
    LinkedClaim,
    Linking,
    LinkQuestion,
    Relation,
    Tie,
    likely_pairs,
)
from archivists.round_policy import RoundPolicy, calls_left
from archivists.statements.prose import own_lines, unquoted
from archivists.statements.spoken import spoken_in
from archivists.window.shown_blocks import last_shown
from archivists.window.window import Window
from graph.changing.apply_summaries import key_info_parts
from graph.text.block_wrapper import without_blocks
from graph.text.dangers import is_danger
from graph.values.changes import (
    Change,
    CloseQuestion,
    CompleteObjective,
    DisputeFacts,
    KeepApart,
    MergeEntities,
    MergeFacts,
    NewFact,
    RestateFact,
    ReviseFact,
    SupersedeFact,
    WeighTheory,
    WithdrawFact,
)
from graph.values.items import FactKind, Message, Role

SHOWN_CHARS_MAX = 160
"""Of one item that was shown: enough to see whether a reply used it."""

REPLY_CHARS_MAX = 600

UNSAID = "its words do not say it"

CALLS_OVER = 2
"""With so many calls left a round has one for *link* beside the one that *read* has used."""

WORDS_CHARS_MAX = 600
"""Of what states a fact that was noted earlier: its own words are not stored."""

CLOSING = {Relation.SETTLES, Relation.DROPS}
WEIGHING = {Relation.SUPPORTS, Relation.OPPOSES}


def link_question(proposal: Proposal, policy: RoundPolicy) -> LinkQuestion | None:
    """The new claims, each with what it may have to do with; None when there is nothing to judge. Pure.

    Names that may mean one are asked about too.
    """
    window = proposal.window
    lines = _known_lines(window)
    known = [each for each in (*known_claims(window), *lines) if each.id not in window.unlinked]
    claims: list[ClaimToLink] = []
    for claim in _new_claims(proposal):
        meant = frozenset[str]().union(*(window.near.get(source, ()) for source in claim.sources))
        others = [each for each in known if each.id != claim.id]
        near = lines if claim.is_line else near_to(claim, others, meant, has_meaning=bool(window.near))
        if near or claim.is_new or claim.id in window.unlinked:
            claims.append(ClaimToLink(claim=claim, quotation=_quotation(proposal, claim), near=near))
        if claim.is_line:
            lines = [*lines, claim]
        else:
            known = [*others, claim]
    claims = claims[: policy.link_claims_max]
    names = likely_pairs(window.entities, window.namesakes)[: policy.link_names_max]
    if not policy.link_claims_max or not (claims or names):
        return None
    blocks = last_shown(window.shown_blocks, policy.link_shown_max)
    replies = {block.reply.id: without_blocks(block.reply.body).strip() for block in blocks.values()}
    return LinkQuestion(
        language=spoken_in(window.messages),
        claims=claims,
        names=names,
        shown=[ItemToJudge(id=id, text=block.texts[id][:SHOWN_CHARS_MAX]) for id, block in blocks.items()],
        replies=[text[:REPLY_CHARS_MAX] for text in replies.values()],
    )


def link(proposal: Proposal, linking: Linking) -> Proposal:
    """The proposal without claims whose words do not say them, and with what the others change. Pure."""
    links = _Links(proposal, linking)
    denied = links.denied
    answered = {each.claim.id for each, verdict in links.judged if verdict.said is not None}
    known = {id: fact.unlinked for fact in living(proposal.window) if (id := fact.id) in proposal.window.unlinked}
    in_vain = {each.claim.id for each in linking.question.claims} - answered
    lines = tuple(
        replace(line, prompt_version=linking.prompt_version)
        for number, line in enumerate(proposal.key_lines)
        if _line_ref(number) in links.confirmed
    )
    ends = [each for each in links.changes.values() if isinstance(each, SupersedeFact)]
    ended = {ref: tuple(links.claims[each.fact].body for each in ends if each.by == ref) for ref in links.claims}
    lost = [f"“{each.claim.body}”: {UNSAID}" for each in linking.question.claims if each.claim.id in denied]
    lost += [_unconfirmed(line) for n, line in enumerate(proposal.key_lines) if _line_ref(n) not in answered]
    changes = _linked(proposal, links, denied, answered=answered, in_vain=in_vain)
    changes += [*_in_order(links.changes.values()), *links.closings.values(), *_of_names(linking)]
    changes += (linking.signed(WithdrawFact(fact=id, reason=UNSAID)) for id in sorted(denied & known.keys()))
    changes += (
        linking.signed(ReviseFact(fact=id, part_of=links.whole[id])) for id in sorted(links.whole.keys() & known)
    )
    gone = ended_by(links.changes.values())
    return replace(
        proposal,
        changes=tuple(each for each in changes if not (isinstance(each, RestateFact) and each.fact in gone)),
        gone=proposal.gone | gone,
        unlinked={id: 0 for id in known if id in answered} | {id: known[id] + 1 for id in known if id in in_vain},
        key_lines=lines,
        key_gone={text: replace(by, ended=ended.get(ref, ())) for text, (ref, by) in links.key_gone.items()},
        lost=(*proposal.lost, *lost, *links.lost, *linking.lost),
    )


@dataclass(slots=True)
class _Links:
    """What an answer says of the claims that it does not deny, one tie after the other."""

    proposal: Proposal
    linking: Linking
    judged: list[tuple[ClaimToLink, LinkedClaim]] = field(init=False)
    denied: set[str] = field(init=False)
    claims: dict[str, Claim] = field(init=False)
    confirmed: set[str] = field(init=False)  # the claims that their words say
    changes: dict[str, Change] = field(default_factory=dict)  # by the fact that they end or dispute
    closings: dict[tuple[str, str], Change] = field(default_factory=dict)
    over: dict[str, tuple[Claim, Claim]] = field(default_factory=dict)  # what would end, and by what
    unlike: list[tuple[Claim, Claim]] = field(default_factory=list)  # to be merged, though a word would be lost
    support: dict[str, list[str]] = field(default_factory=dict)  # of new theories, by their refs
    whole: dict[str, str] = field(default_factory=dict)  # the larger objectives of new ones
    key_gone: dict[str, tuple[str, NotedLine]] = field(default_factory=dict)  # by the line: the claim, and what it says
    lost: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.judged = [*self.linking.question.judged(self.linking.answer)]
        self.denied = {each.claim.id for each, verdict in self.judged if verdict.said is False and each.quotation}
        self.confirmed = {each.claim.id for each, verdict in self.judged if verdict.said}
        known = (each for claim in self.linking.question.claims for each in (claim.claim, *claim.near))
        self.claims = {claim.id: claim for claim in known}
        for each, verdict in self.judged:
            for tie in verdict.relations if each.claim.id not in self.denied else ():
                self._add(each.claim, tie)

    def _add(self, newer: Claim, tie: Tie) -> None:
        """Take one tie of a claim."""
        older = self.claims.get(self.linking.question.meant(tie))
        if older is None or older.id == newer.id or older.id in self.denied:
            return
        if older.is_line or newer.is_line:
            self._add_to_line(older, newer, tie)
        elif tie.relation in MERGING and older.kind is newer.kind:
            self._change(older, newer, _merge(older, newer, tie.relation))
        elif tie.relation is Relation.REPLACES and {older.kind, newer.kind} <= CLAIMS:
            self._change(older, newer, self._replacement(older, newer))
        elif tie.relation is Relation.CONTRADICTS and {older.kind, newer.kind} <= CLAIMS:
            self._change(older, newer, DisputeFacts(a=older.id, b=newer.id, reason="they contradict each other"))
        elif tie.relation in CLOSING or tie.relation in WEIGHING:
            self._close(older, newer, tie)
        elif tie.relation is Relation.RESTS_ON and newer.kind is FactKind.THEORY:
            if newer.is_new:
                self.support.setdefault(newer.id, []).append(older.id)
            else:
                self._close(newer, older, Tie(id=tie.id, relation=Relation.SUPPORTS))
        elif tie.relation is Relation.PART_OF and {older.kind, newer.kind} == {FactKind.OBJECTIVE}:
            self.whole.setdefault(newer.id, older.id)

    def _change(self, older: Claim, newer: Claim, change: Change | None) -> None:
        """Take the change, unless one of the two is over or would replace what has taken its place."""
        there = [*self.changes.values()]
        is_circle = older.id in stand_ins(newer.id, stand_in_of(there))
        if change is not None and not is_circle and ended_by(there).isdisjoint((older.id, newer.id)):
            lose = change.lose if isinstance(change, MergeFacts) else older.id
            self.changes.setdefault(lose, self._signed(change, newer))
            if isinstance(change, SupersedeFact | ReviseFact):
                self.over.setdefault(older.id, (older, newer))
            elif isinstance(change, MergeFacts) and lacking(*(self.claims[id].body for id in (change.keep, lose))):
                self.unlike.append((older, newer))

    def _replacement(self, older: Claim, newer: Claim) -> Change | None:
        """What becomes of a fact that another replaces. Other speakers can only dispute what the user said.

        A plan ends the present state on the planned day, not before. A wish has not come true, so it ends nothing.
        """
        if older.sources and older.at > newer.at:
            return None  # Of two statements in one window, the later one holds.
        if newer.kind is FactKind.OBJECTIVE and older.kind is FactKind.FACT and newer.since is None:
            return None
        if not self._is_likely(older, newer):
            self.lost.append(f"“{older.body}” is not replaced: “{newer.body}” has none of its words")
            return None
        if older.role is Role.USER and newer.role is not Role.USER:
            return DisputeFacts(a=older.id, b=newer.id, reason="the user said otherwise")
        if not newer.is_plan or older.is_plan:
            return SupersedeFact(fact=older.id, by=newer.id, reason="it changed", valid_to=ends_at(older, newer))
        if not older.is_new and newer.since is not None:
            day_before = newer.since - timedelta(days=1)
            last = day_before if older.since is None else max(older.since, day_before)
            return ReviseFact(fact=older.id, valid_to=last)
        return None

    def _is_likely(self, older: Claim, newer: Claim) -> bool:
        """Whether the two share a word beside names, or are near in meaning.

        Without an embedder, they may be about one entity; not if the older one is a danger.
        """
        window = self.proposal.window
        if any(older.id in window.near.get(source, ()) for source in newer.sources) or shared_terms(older, newer):
            return True
        return not window.near and not is_danger(older.body) and bool(older.about & newer.about)

    def _close(self, older: Claim, newer: Claim, tie: Tie) -> None:
        """Close a question or an objective by a fact, or weigh a theory by it."""
        change: Change | None = None
        by = newer.id if newer.kind is FactKind.FACT else None
        is_settled = tie.relation is Relation.SETTLES
        if older.kind is FactKind.QUESTION and tie.relation in CLOSING and (by or not is_settled):
            answer = by if is_settled else None
            change = CloseQuestion(question=older.id, answered_by=answer, reason=newer.body)
        elif older.kind is FactKind.OBJECTIVE and tie.relation in CLOSING:
            if newer.kind is FactKind.OBJECTIVE and not is_settled:
                self._change(older, newer, SupersedeFact(fact=older.id, by=newer.id, reason="given up"))
            elif by:
                change = CompleteObjective(objective=older.id, reason=newer.body, is_reached=is_settled)
        elif older.kind is FactKind.THEORY and tie.relation in WEIGHING and by:
            # Support never makes a theory less credible, and counter-evidence never makes it more credible.
            is_support = tie.relation is Relation.SUPPORTS
            told = older.confidence if tie.confidence is None else tie.confidence
            confidence = (max if is_support else min)(older.confidence, told)
            change = WeighTheory(theory=older.id, fact=by, is_support=is_support, confidence=confidence)
        if change is not None:
            place = (older.id, newer.id if isinstance(change, WeighTheory) else "")
            self.closings.setdefault(place, self._signed(change, newer))
            if not isinstance(change, WeighTheory):
                self.over.setdefault(older.id, (older, newer))

    def _add_to_line(self, older: Claim, newer: Claim, tie: Tie) -> None:
        """A line of key info goes for what a user says, and a new one that says no more than an earlier one is none."""
        quotation = _quotation(self.proposal, newer)
        noted = _line_of(self.proposal, newer)
        if older.is_line and older.is_new and older.at > newer.at:
            return  # Of two lines in one window, the later one holds.
        if older.is_line and tie.relation in (Relation.REPLACES, Relation.DROPS) and newer.id in self.confirmed:
            window = self.proposal.window
            told = (*window.messages, *window.unlinked.get(newer.id, ()))
            sources = [message for message in told if message.id in newer.sources]
            if noted is None and quotation is not None and sources:
                noted = NotedLine(text=newer.body, message=sources[-1], quotation=quotation)
            if noted is not None and newer.role is Role.USER:
                by = replace(noted, prompt_version=self.linking.prompt_version)
                self.key_gone.setdefault(older.body, (newer.id, by))
                self.over.setdefault(older.id, (older, newer))
        elif older.is_line and newer.is_line and tie.relation in (Relation.SAME, Relation.SAYS_LESS):
            self.confirmed.discard(newer.id)

    def _signed(self, change: Change, newer: Claim) -> Change:
        return self.linking.signed(replace(change, evidence=newer.sources) if newer.sources else change)


def _new_claims(proposal: Proposal) -> Iterator[Claim]:
    """Lines for key info, facts that wait, then those that are new or said again, each in their order.

    Last are those about which a model was asked in vain.
    """
    for number, line in enumerate(proposal.key_lines):
        yield Claim(
            id=_line_ref(number),
            body=line.text,
            role=line.message.role,
            at=line.message.sent_at,
            kind=FactKind.FACT,
            sources=(line.message.id,),
            is_line=True,
        )
    window = proposal.window
    times = {message.id: message.sent_at for message in window.messages}
    known = {claim.id: claim for claim in known_claims(window)}
    in_vain = {fact.id for fact in living(window) if fact.unlinked > 1}
    waiting = [
        replace(known[id], sources=tuple(line.id for line in _stating(window, id)))
        for id in window.unlinked
        if id in known
    ]
    yield from (claim for claim in waiting if claim.id not in in_vain)
    claims = [new_claim(fact, max(times[source] for source in fact.sources)) for fact in proposal.facts]
    again = [each for each in proposal.changes if isinstance(each, RestateFact) and each.stated_by is Role.USER]
    claims += [
        replace(known[id], role=Role.USER, at=max(times[source] for source in sources), sources=sources)
        for id, sources in {each.fact: each.sources for each in again}.items()
        if id in known and id not in window.unlinked
    ]
    yield from sorted(claims, key=lambda claim: claim.at)
    yield from (claim for claim in waiting if claim.id in in_vain)


def _known_lines(window: Window) -> list[Claim]:
    """The lines of key info that rounds wrote, as claims."""
    at = window.key_info.updated_at if window.key_info is not None else None
    _, lines = key_info_parts(window.key_info)
    return [
        Claim(id=f"line:{text}", body=text, role=Role.USER, at=at, kind=FactKind.FACT, is_line=True)
        for text, _ in lines
        if at is not None
    ]


def _line_ref(number: int) -> str:
    return f"new:line-{number}"


def _line_of(proposal: Proposal, claim: Claim) -> NotedLine | None:
    return next((line for number, line in enumerate(proposal.key_lines) if _line_ref(number) == claim.id), None)


def _quotation(proposal: Proposal, claim: Claim) -> Quotation | None:
    """The words that say it; of a fact that was noted earlier, all that its messages say."""
    line = _line_of(proposal, claim)
    if line is not None:
        return line.quotation
    if claim.id in proposal.quoted or claim.id not in proposal.window.unlinked:
        return proposal.quoted.get(claim.id)
    lines, said = proposal.window.unlinked[claim.id], _stating(proposal.window, claim.id)
    own = (unquoted("\n".join(own_lines(line.body, line.sender))) for line in said)
    before = lines[0].body[:WORDS_CHARS_MAX] if lines[0] is not said[0] else ""
    return Quotation(speaker=said[-1].sender, words=" … ".join(own)[:WORDS_CHARS_MAX], before=before)


def _stating(window: Window, id: str) -> tuple[Message, ...]:
    """The messages that state a known fact."""
    sources = {message.id for message in window.sources_of.get(id, ())}
    return tuple(line for line in window.unlinked[id] if line.id in sources)


def _merge(older: Claim, newer: Claim, relation: Relation) -> Change | None:
    """Keep the fuller statement, unless numbers, dates, names or negation tell the two apart."""
    ways = {Relation.SAYS_MORE: [(newer, older)], Relation.SAYS_LESS: [(older, newer)]}
    allowed = [
        (len(lacking(keep.body, lose.body)), MergeFacts(keep=keep.id, lose=lose.id))
        for keep, lose in ways.get(relation, [(newer, older), (older, newer)])
        if forbids(keep.body, lose.body) is None
    ]
    return min(allowed, key=lambda way: way[0])[1] if allowed else None


def _linked(
    proposal: Proposal, links: _Links, denied: set[str], *, answered: set[str], in_vain: set[str]
) -> list[Change]:
    """The proposal's changes so far without denied facts, new theories and objectives with what they hang on."""
    facts: list[NewFact] = []
    for fact in proposal.facts:
        if fact.ref not in denied:
            support = tuple(dict.fromkeys(links.support.get(fact.ref, ())))
            unlinked = 0 if fact.ref in answered else 1 + (fact.ref in in_vain)
            facts.append(replace(fact, supported_by=support, part_of=links.whole.get(fact.ref), unlinked=unlinked))
    others = [
        change
        for change in proposal.changes
        if not isinstance(change, NewFact) and not (isinstance(change, RestateFact) and change.fact in denied)
    ]
    return [*others, *in_order_of_reference(facts)]


def _in_order(changes: Iterable[Change]) -> list[Change]:
    """The changes; in a chain of replacements the oldest comes first: what no longer holds cannot replace a fact."""
    there = [*changes]
    stand_in = stand_in_of(there)
    depths = {id: -len(stand_ins(id, stand_in)) for id in stand_in}
    return sorted(there, key=lambda each: depths[each.fact] if isinstance(each, SupersedeFact) else 0)


def _of_names(linking: Linking) -> Iterator[Change]:
    """The changes from verdicts on names: each entity is merged at most once, and no model is asked again."""
    judged: set[str] = set()
    for number, pair in enumerate(linking.question.names, start=1):
        one, other = pair.one.id, pair.other.id
        if judged & {one, other}:
            continue
        change: Change = KeepApart(a=one, b=other, reason="two names")
        if number in linking.answer.same_names:
            judged |= {one, other}
            change = MergeEntities(keep=one, lose=other, reason="two ways to write one name")
        yield linking.signed(change)


def _unlinked(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    """The proposal without lines for key info, each of which needs a model that confirms it. Its facts wait for one."""
    waiting = (replace(each, unlinked=1) if isinstance(each, NewFact) else each for each in proposal.changes)
    lost = (*proposal.lost, *map(_unconfirmed, proposal.key_lines))
    return replace(proposal, changes=tuple(waiting), key_lines=(), lost=lost)


def _question_due(proposal: Proposal, policy: RoundPolicy) -> LinkQuestion | None:
    """The question, if enough claims wait for it, or calls are left over."""
    question, window = link_question(proposal, policy), proposal.window
    has_calls = calls_left(window.space, len(window.messages), policy) >= CALLS_OVER
    is_due = question is not None and (has_calls or len(question.claims) >= policy.link_claims_min)
    return question if is_due or _is_urgent(proposal) else None


def _is_urgent(proposal: Proposal) -> bool:
    """Whether a line for key info waits, or the round has nothing else to do."""
    return bool(proposal.key_lines or not (proposal.window.messages or proposal.window.conversations))


def _unconfirmed(line: NotedLine) -> str:
    return f"“{line.text}”: no model has confirmed that its words say it"


def _confirmed(questions: Questions, proposal: Proposal, linking: Linking) -> Linking | Refused:
    """The answer, without those of its doubtful ends and merges that a second answer does not confirm."""
    links, is_sure = _Links(proposal, linking), is_discerning(linking)
    pairs = [pair for pair in links.over.values() if not is_sure or is_doubtful(*pair)] + links.unlike
    if not pairs:
        return linking
    confirm = ModelQuestion(
        purpose=Purpose.LINK,
        shape=ConfirmAnswer,
        build=lambda *_: [ConfirmQuestion(language=linking.question.language, pairs=pairs[ENDS_MAX - 1 :: -1])],
        call=ConfirmQuestion.call,
        combined=first,
        is_urgent=lambda _: True,
    )
    confirming = questions.ask(confirm, proposal)
    return confirming if isinstance(confirming, Refused) else unended(linking, pairs, confirming)


LINK: ModelQuestion[LinkQuestion, LinkAnswer, Linking] = ModelQuestion(
    purpose=Purpose.LINK,
    shape=LinkAnswer,
    build=lambda proposal, policy: in_one_call(_question_due(proposal, policy)),
    call=LinkQuestion.call,
    combined=first,
    is_urgent=_is_urgent,
    blank=LinkAnswer(),
    halved="link_claims_max",
    checked=_confirmed,
)
"""Asks whether their words say the new claims, and how these stand to what is known."""


LINKING: Archivist[Linking] = Archivist(
    name="linking",
    without_model=_unlinked,
    question=LINK,
    from_answer=lambda proposal, linking, policy: link(proposal, linking),
)
