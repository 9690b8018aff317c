"""How Turkish speaks of times: "geçen hafta", "Mayıs 2023'te", "iki gün önce"."""

from languages.folding import words
from languages.language import Dates, anycase

DATES = Dates(
    months=(
        "ocak", "şubat", "mart", "nisan", "mayıs", "haziran",
        "temmuz", "ağustos", "eylül", "ekim", "kasım", "aralık",
    ),
    weekdays=("pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar"),
    seasons=("ilkbahar bahar", "yaz", "sonbahar güz", "kış"),
    tens=("yirmi", "otuz", "kırk", "elli", "altmış", "yetmiş", "seksen", "doksan"),
    numbers=(
        "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz", "on",
    ),
    few=words("birkaç"),
    days=words("gün günü"),
    parts_of_day=words("gece akşam sabah"),
    weeks=words("hafta haftayı"),
    weekends=("hafta sonu", "haftasonu"),
    months_long=words("ay ayı"),
    years=words("yıl yılı sene"),
    age=words("yaşındayım yaşında yaş yaşıma doğum doğdu doğumlu"),
    days_off={
        "dün": -1, "evvelsi gün": -2, "evvelki gün": -2, "önceki gün": -2, "yarın": 1, "öbür gün": 2,
    },
    no_day_in=anycase(
        r"\b(?:dün(?:müş)? gibi|(?:dün|yarın|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)d[ae]n \w+ "
        r"(?:gün|hafta|ay|yıl) (?:önce|sonra)|(?:ilk|son|birinci|ikinci|üçüncü|dördüncü) "
        r"(?:(?:pazartesi|salı|çarşamba|perşembe|cuma|cumartesi)s[ıi]|pazarı))\b"
    ),
    last=words("geçen geçtiğimiz önceki"),
    up_to_now=words("son geçen geçtiğimiz"),
    this=words("bu"),
    next=words("gelecek önümüzdeki"),
    in_one={"haftaya": "hafta", "seneye": "sene"},
    ago=words("önce evvel"),
    ahead=words("sonra"),
    every=words("her"),
    ambiguous=words("ocak mart nisan eylül kasım aralık pazar"),
    before_day=("ayın",),
    both=("ile", "ve"),
    behind_range=words("arası arasında kadar"),
    earlier_behind=words("önceki"),
    no_date_behind=words("sürüm versiyon"),
    ordinal_mark="'’",
    endings=(
        "ta", "te", "da", "de", "in", "un", "tan", "ten", "dan", "den", "ya", "ye", "si",
        "ki", "ku", "inda", "inde", "unda", "unde", "nda", "nde", "sinda", "sinde", "indan", "inden", "deki", "daki",
    ),
    no_endings=words("dünya önceden"),  # "Üç gün önceden" is three days in advance, and not three days ago.
    is_day_first=True,
    to_come=anycase(r"\w(?:acak|ecek|aca[ğg]|ece[ğg])|\w(?:al[ıi]m|elim)\b|görüşürüz|\bplanl"),
)  # fmt: skip
