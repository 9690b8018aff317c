"""The closed word classes of English that decide whether two statements say the same."""

from __future__ import annotations

from languages.folding import grouped, numbered, words
from languages.language import Grammar, Passive, anycase

_PAST_FORMS = """
be:been beat:beaten begin:began,begun bite:bitten break:broke,broken bring:brought build:built buy:bought catch:caught
choose:chose,chosen come:came dig:dug do:done draw:drew,drawn drink:drank,drunk drive:drove,driven eat:ate,eaten
feed:fed feel:felt find:found fly:flew,flown forget:forgot,forgotten get:got,gotten give:gave,given go:went,gone
grow:grew,grown hang:hung have:had hear:heard hide:hid,hidden hold:held keep:kept know:knew,known lead:led lend:lent
lose:lost make:made meet:met pay:paid ride:rode,ridden run:ran sell:sold send:sent sew:sewn shoot:shot show:shown
sing:sang,sung sit:sat sleep:slept speak:spoke,spoken spend:spent stand:stood steal:stole,stolen swim:swam,swum
take:took,taken teach:taught tear:torn throw:threw,thrown wear:wore,worn win:won write:wrote,written
"""

GRAMMAR = Grammar(
    rewritten=(
        (
            r"\b([a-z]+),? (?:which|who|that) (?:is|are) ([a-z]+)(?=[,.]|$| (?:and|in|on|at|is|are|with)\b)",
            r"\2 \1",  # a dog which is brown
        ),
        (r"(?:['’](?:ve|s)| have| has) been(?= \w+ing\b)", " am"),
        (anycase(r"\bcan['’ʼ]t\b"), "can not"),
        (anycase(r"\bwon['’ʼ]t\b"), "will not"),
        (anycase(r"\bshan['’ʼ]t\b"), "shall not"),
        (anycase(r"n['’ʼ]t\b"), " not"),
        (anycase(r"\b(he|she|it|that|there|what|who|here)['’ʼ]s\b"), r"\1 is"),
        (anycase(r"(?<=[^\W\d_])['’ʼ](?=[^\W\d_])(?!s\b)"), " "),
    ),
    empty=words(
        "a an the is are am be been being re m do does there some one really actually just also too very now currently "
        "definitely who which and"
    ),
    negations=words("not no never nobody nothing none neither nor cannot without nt"),
    suspending=grouped(
        past="was were had did used",
        future="will shall ll going gonna soon",
        maybe="would could might may should must can d if whether unless except otherwise maybe perhaps probably "
        "possibly",
        wish="want wants wanted hope hopes hoped wish wishes plan plans planned planning try tries tried trying need "
        "needs like dream intend consider considering thinking",
        said="say says said think thinks thought believe believes believed told heard claim claims claimed guess",
        ended="stop stops stopped quit quits ex former formerly almost nearly hardly barely refuse refused fail failed "
        "fake toy",
    ),
    joiners=words(
        "and or but while because as when where that of than so although though who which whose 's in on at from to "
        "into onto out off over under up down with by for about against between through behind before after near away"
    ),
    verb_endings=("ing",),
    dates=words(
        "january february march april may june july august september october november december monday tuesday "
        "wednesday thursday friday saturday sunday today yesterday tomorrow tonight last next ago spring summer autumn "
        "winter christmas easter"
    ),
    numbers=numbered(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen", start=2
    )
    | {"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80"}
    | {"ninety": "90", "hundred": "100", "thousand": "1000"},
    past_forms={
        past: verb
        for verb, _, pasts in (entry.partition(":") for entry in _PAST_FORMS.split())
        for past in pasts.split(",")
    },
    past_ending="ed",
    passive=Passive(
        be=words("is are am was were being been be re m"),
        past_be=words("was were"),
        agent="by",
        same_forms=words("cut put set hit shut hurt read"),
    ),
    is_stemmed=True,
    drops_words=True,
)
