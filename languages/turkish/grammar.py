"""The closed word classes of Turkish that decide whether two statements say the same."""

from __future__ import annotations

from languages.folding import grouped, numbered, words
from languages.language import Grammar

GRAMMAR = Grammar(
    empty=words("var ve bir de da ben benim biz bizim artık şimdi zaten gerçekten yani aslında çok"),
    negations=words("değil değilim değiliz değilmiş değilmişim yok yoktu yokmuş hiç asla olmaz"),
    # -mıyor, -madı, -mam, -maz, -mayacak, -mamış; not tamam, imam and other nouns with the same ending.
    negative_verb=(
        r"^(?!tamam|imam|hamam|ilham|makam|akam)\w+(?:m[iu]yor\w*|m[ae]d[iu]\w*|m[ae]z(?:l[ae]r|d[iu]\w*)?|"
        r"m[ae]m|m[ae]y[iu]z|m[ae]y[ae]c[ae]\w+|m[ae]mis\w*)$"
    ),
    verb=r"^(\w+?)[aeiou]?(?:m[iu])?(yor\w*)$|^(\w+?)(?:m[ae])?[dt]([iu]\w*)$",
    suspending=grouped(
        past="eskiden önceden eski",
        maybe="belki galiba sanırım herhalde eğer umarım keşke muhtemelen acaba",
        wish="istiyorum istiyoruz istiyor planlıyorum planlıyoruz düşünüyorum umuyorum niyetim hedefim hayalim",
        said="dedi diyor söyledi demiş diye",
        ended="bıraktım neredeyse az kalsın",
    ),
    joiners=words("ve veya ama fakat çünkü ki ile"),
    verb_endings=("yor",),
    dates=words(
        "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba perşembe "
        "cuma cumartesi pazar bugün dün yarın geçen gelecek önümüzdeki önce sonra bahar yaz sonbahar kış bayram"
    ),
    # Not "on" and "yüz", which are more than ten and a hundred: "yüz" is also a face.
    numbers=numbered("iki üç dört beş altı yedi sekiz dokuz", start=2)
    | {"yirmi": "20", "otuz": "30", "kirk": "40", "elli": "50", "altmis": "60", "yetmis": "70", "seksen": "80"}
    | {"doksan": "90", "bin": "1000"},
    has_free_order=True,
    # No `drops_words`: "Annem Oslo'da yaşıyor" without its first word would be about somebody else.
)
