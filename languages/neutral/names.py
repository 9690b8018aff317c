"""What names have in common all over the world, and the titles of languages without a folder."""

from __future__ import annotations

from languages.folding import words
from languages.language import Names

NAMES = Names(
    joiners=frozenset(("von", "van", "de", "der", "den", "da", "di", "la", "le", "del", "bin", "al", "el")),
    titles=words(
        "herr frau don dona senor senora madame monsieur господин госпожа доктор профессор 先生 女士 老师 医生 博士"
    ),
    titles_of_men=words("herr господин 先生"),
    titles_of_women=words("frau госпожа 女士"),
    organisation_words=words("as gmbh plc ag co llp a.s aş as. ооо 公司 大学"),
    ends=("先生", "女士", "老师", "医生", "博士", "公司", "大学", "市", "省", "县", "区"),
    short_forms={
        "aleksandr": "alex sanya sasha",
        "anastasiya": "nastya",
        "dmitriy": "dima",
        "ekaterina": "katya",
        "mariya": "masha",
        "vladimir": "volodya vova",
    },
    latin=dict(
        zip(
            "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
            "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya".split(),  # noqa: SIM905
            strict=True,
        )
    ),
)
