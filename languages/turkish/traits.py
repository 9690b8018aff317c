"""How Turkish states what a person has only one of at a time, and that it is now another one."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Trait, Traits, anycase
from languages.turkish.names import KIN, MY

_OVER = (
    "artık vazgeç vazgeçtim vazgeçtik vazgeçiyorum bıraktım bıraktık sattım sattık öldü iptal ettim ettik ayrıldık "
    "ayrıldım değil yok pes verdik verdim gün günü"
)
_HERE = r"['’]?(?:nd[ae]|[dt][ae])(?:y[ıi]m|y[ıi]z)?"

TRAITS = Traits(
    relative=anycase(rf"^{KIN}{MY}$"),
    adds=anycase(r"\b(?:ayrıca|ister|isti(?!fa)\w+)\b"),
    change=anycase(r"\b(?:artık|düzeltme|değişti|değiştirdi[mk]|yerine|bıraktı[mk]|bundan böyle|yeni|taşındı[mk])\b"),
    ended=anycase(r"\bbıraktı[mk]\b|\bartık\b.*(?:değil|\byok\b|m[ıiuü]yor|m[ae][mz]\b)"),
    corrected=anycase(
        r"(?<!sadece )(?<!yalnız )(?<!yalnızca )\b(\w+)(?:['’]\w+)? değil(?:,| de)? (?=\w)|"
        r",\s*(\w+)(?:['’]\w+)? değil(?=[.!;,]|$)"
    ),
    over=anycase(
        r"\bartık\b.*(?:değil|\byok\b|m[ıiuü]yor\w*|m[ae][mz]\b)|\b(?:vazgeç(?:tim|tik|iyoru[mz])|"
        r"\w+[ıiuü] bıraktı[mk]|sattı[mk]|öldü|iptal etti[mk]|ayrıldık|pes etti[mk])\b"
    ),
    over_words=words(_OVER),
    over_stops=r"[,;:]|\s[-–—]\s|\b(?:çünkü|ve|ama)\b",
    happened=r"\b\w+[dt][ıiuü][mk]\b",
    promised=r"\bsöz ver(?:dim|dik|iyorum|iyoruz)\b",
    switched=rf"\b([{CAPITALS}]\w+)['’][dt][ae]n [{CAPITALS}]\w+['’]y?[ae] geçti[mk]\b",
    uses=anycase(r"\b(?:kullanıyoru[mz]|tercih)\b"),
    spoken_of={
        "home": "ev evim evimiz eve yaşıyorum yaşıyor yaşıyoruz oturuyorum oturuyor taşındım taşındık taşındı "
        "taşınıyorum kira kiram daire dairem anahtar koli nakliyeci yerleştik",
        "work": "iş işim işe çalışıyorum çalışıyor başladım ayrıldım istifa patron müdürüm ofis şirket ekip vardiya "
        "mesai atandım girdim kovuldum terfi sözleşme emekli",
        "love life": "evliyim bekarım boşandım nişanlı nişanlım nişanlandık evlendik ayrıldık düğün sevgilim eşim "
        "kocam karım",
        "age": "yaşındayım yaşında yaş yaşıma doğum doğdu doğumlu",
        "diet": "vegan vejetaryen yiyorum yemiyorum yedim et balık tavuk köfte peynir",
        "car": "araba arabam kullanıyorum sürüyorum",
        "name": "adım soyadım ismim adı soyadı",
        "health": "alerji alerjim alerjisi ilaç hap",
    },
    turned={
        "home": anycase(r"\b(?:taşın(?:dı|ıyor|aca)\w*|koli\w*|nakliyeci\w*|anahtar\w*|yerleşti\w*|ilk gece\w*)\b"),
        "work": anycase(
            r"\b(?:işe (?:al|gir|başla)\w*|işten (?:çık|ayrıl)\w*|istifa|atandım|kovuldum|terfi|emekli|yeni iş\w*|"
            r"ilk gün\w*)\b"
        ),
        "love life": anycase(r"\b(?:boşan|nişanlan|evlen|ayrıl)[dt]\w+|\bdüğün\w*"),
        "age": anycase(r"\b(?:doğum gün|yaşına bas|yaşıma bas)\w*"),
    },
    searched={
        "diet": "vegan vejetaryen yiyorum",
        "own": "arabam soyadım",
        "hours": "açılıyor kapanıyor",
        "home": "evim yaşıyorum oturuyorum taşındık",
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
                r"(?:taşınd|yerleşt|döndü)[ıi]?(?P<person>[mk])?\b"
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
        Trait("home", rf"\b[Ee]vi(?P<person>m)(?:iz)? (?P<value>[{CAPITALS}]\w+){_HERE}", True),
        Trait("age", anycase(r"(?P<value>\d{1,3}) yaşınday[ıi](?P<person>[mz])\b"), is_sure=True),
        Trait(
            "age",
            anycase(
                rf"(?P<who>\b{KIN}{MY}(?: (?-i:[{CAPITALS}]\w+))?)(?: artık| şimdi)? (?P<value>\d{{1,3}}) yaşında\b"
            ),
            is_sure=True,
        ),
        Trait("age", anycase(r"(?P<value>\d{1,3}) yaşına (?:girdi|bastı)(?P<person>[mk])\b"), is_sure=True),
        Trait("diet", anycase(r"\b(?P<value>vegan|vejetaryen|pesketaryen)[ıi](?P<person>m)\b"), is_sure=True),
        Trait(
            "diet", anycase(r"\b(?:yine|tekrar) (?P<value>et|balık|süt|her şey) yiyoru(?P<person>m)\b"), is_sure=True
        ),
        Trait("love life", anycase(r"\b(?:kız|erkek) (?P<value>arkadaş)ı(?P<person>m) var\b"), is_sure=True),
        Trait(
            "name",
            anycase(r"(?P<who>\b(?:kız |erkek )?\w+m)[ıiuü]n adı (?P<value>[^.!?;,]+?)(?: oldu)?(?=[.!,]|$)"),
            is_sure=True,
        ),
        Trait(
            "hours",
            anycase(
                r"\b(?P<what>\w+(?:[ıiuü]m[ıiuü]z|[ıiuü]m)) .*?(?P<value>\d[\d:.]*)['’][dty][ae]\w* "
                r"(?:açılıyor|kapanıyor)"
            ),
            is_sure=True,
        ),
        Trait("love life", anycase(r"\b(?P<value>evli|bekar|bekâr|nişanlı|dul)y?[ıi](?P<person>m)\b"), is_sure=True),
        Trait("love life", anycase(r"\b(?P<value>boşand|evlend|nişanland)[ıi](?P<person>[mk])\b"), is_sure=True),
        Trait("love life", anycase(r"\b(?P<value>ayrıld)ı(?P<person>k)\b"), is_sure=True),
        Trait("favourite", anycase(r"\ben sevdiğim (?P<what>\w+)(?: artık)? (?P<value>[^.!?;]+?)(?: oldu)?[.!]?$")),
        Trait(
            "own",
            anycase(
                r"\b(?:yeni )?(?P<what>(?:telefon |e-?posta |ev |iş )?(?:numara|adres|telefon|e-?posta|mail|doktor|"
                r"araba|ad|soyad|"
                r"patron|"
                r"müdür|maaş|kira|diş hekim))(?:[ıiuü]?m|m[ıiuü]z|[ıiuü]m[ıiuü]z)(?: artık)? "
                r"(?P<value>[^.!?;,]+?)(?: oldu)?(?=[.!,]|$)"
            ),
            needs_name=True,
            is_sure=True,
        ),
    ),
)
