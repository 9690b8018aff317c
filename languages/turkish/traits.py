"""How Turkish says what somebody has one of at a time, and that it is another one now."""

from __future__ import annotations

from languages.language import CAPITALS, Trait, Traits, anycase
from languages.turkish.names import KIN, MY

_HERE = r"['’]?(?:nd[ae]|[dt][ae])(?:y[ıi]m|y[ıi]z)?"

TRAITS = Traits(
    relative=anycase(rf"^{KIN}{MY}$"),
    adds=anycase(r"\b(?:ayrıca|ister|isti\w+)\b"),
    change=anycase(r"\b(?:artık|değişti|değiştirdi[mk]|yerine|bıraktı[mk]|bundan böyle|yeni|taşındı[mk])\b"),
    ended=anycase(r"\bbıraktı[mk]\b|\bartık\b.*(?:değil|\byok\b|m[ıiuü]yor|m[ae][mz]\b)"),
    switched=rf"\b([{CAPITALS}]\w+)['’][dt][ae]n [{CAPITALS}]\w+['’]y?[ae] geçti[mk]\b",
    uses=anycase(r"\b(?:kullanıyoru[mz]|tercih)\b"),
    searched={
        "home": "yaşıyorum oturuyorum taşındık",
        "work": "çalışıyorum işe başladım",
        "love life": "evliyim bekarım boşandım",
        "age": "yaşındayım",
        "favourite": "sevdiğim",
    },
    traits=(
        Trait(
            "home",
            (
                rf"(?:(?P<who>[{CAPITALS}]\w+)\s)?(?:\w+\s)??"
                rf"(?P<value>[{CAPITALS}]\w+)['’](?:[yn]?[ae])(?: \w+){{0,2}} "
                r"taşınd[ıi](?P<person>[mk])?\b"
            ),
            needs_name=True,
            is_change=True,
            is_sure=True,
        ),
        Trait(
            "home",
            (
                rf"(?:(?P<who>[{CAPITALS}]\w+)\s)?(?:\w+\s)??(?P<value>[{CAPITALS}]\w+){_HERE}(?: \w+){{0,2}} "
                r"(?:yaşıyor|oturuyor|kalıyor)(?P<person>u[mz])?\b"
            ),
            needs_name=True,
        ),
        Trait(
            "work",
            (
                rf"(?:(?P<who>[{CAPITALS}]\w+)\s)?(?:\w+\s)??(?P<value>[{CAPITALS}]\w+){_HERE}(?: \w+){{0,3}} "
                r"(?:işe başlad[ıi]|çalışmaya başlad[ıi])(?P<person>[mk])?\b"
            ),
            needs_name=True,
            is_change=True,
        ),
        Trait(
            "work",
            (
                rf"(?:(?P<who>[{CAPITALS}]\w+)\s)?(?:\w+\s)??(?P<value>[{CAPITALS}]\w+){_HERE}(?: \w+){{0,3}} "
                r"çalışıyor(?P<person>u[mz])?\b"
            ),
            needs_name=True,
        ),
        Trait("age", anycase(r"(?P<value>\d{1,3}) yaşınday[ıi](?P<person>[mz])\b"), is_sure=True),
        Trait("love life", anycase(r"\b(?P<value>evli|bekar|bekâr|nişanlı|dul)y?[ıi](?P<person>m)\b"), is_sure=True),
        Trait("love life", anycase(r"\b(?P<value>boşand|evlend|nişanland|ayrıld)[ıi](?P<person>[mk])\b"), is_sure=True),
        Trait("favourite", anycase(r"\ben sevdiğim (?P<what>\w+)(?: artık)? (?P<value>[^.!?;]+?)(?: oldu)?[.!]?$")),
        Trait(
            "own",
            anycase(
                r"\b(?:yeni )?(?P<what>(?:telefon |e-?posta |ev |iş )?(?:numara|adres|telefon|e-?posta|mail|doktor|"
                r"patron|"
                r"müdür|maaş|kira|diş hekim))(?:[ıiuü]?m|m[ıiuü]z|[ıiuü]m[ıiuü]z)(?: artık)? "
                r"(?P<value>[^.!?;]+?)(?: oldu)?[.!]?$"
            ),
            is_sure=True,
        ),
    ),
)
