"""Where Turkish clauses begin and end, and which of them are worth nothing."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Clauses, anycase

CLAUSES = Clauses(
    words_min=3,
    abbreviations="no|vb|sn|av|doç",
    begins_sentence="bir de|bu arada|ama|ve|ben|biz",
    captions="resim|görsel|fotoğraf|ses|dosya|ek|çıkartma",
    openers=anycase(
        r"^(?:(?:merhaba|selam|evet|hayır|tamam|peki|ya|yani|şey|aslında|valla|vallahi|teşekkürler|teşekkür ederim|"
        r"rica ederim|sağ ?ol|çok teşekkürler|harika|süper|güzel|aynen|tabii|tabi|elbette|oh|of|ah|ee|hmm+|neyse|"
        r"bu arada|"
        rf"günaydın|iyiyim|(?:(?-i:[{CAPITALS}])\w+,?\s+)?(?:haberin var mı|biliyor musun|bil bakalım|inanmayacaksın)|"
        r"iyi akşamlar|iyi günler|rica ederim|kusura bakma|maalesef|tamamdır|olur|haklısın|ha|hey|ve|"
        r"ama|(?:dediğim|söylediğim|bildiğin|bildiğiniz) gibi|hatırlarsan|bir şey (?:soracağım|diyeceğim|"
        rf"söyleyeceğim)|bir sorum var)(?:\s+(?-i:[{CAPITALS}])\w+)?(?:\s+(?:bey|"
        r"hanım|abi|abla|hocam|canım))?\s*[,:!.…–—-]+\s*|(?:yani|valla|işte|şey|hani|bu arada)\s+)+"
    ),
    leads=anycase(r"^(?:(?:ve|ama|fakat|çünkü|ayrıca|hem de|bir de)\s+)+(?=\w)"),
    breaks=anycase(
        r"\s*(?:;|\s[-–—])\s+|,\s+(?:(?:ve|ama|fakat|ancak|çünkü|bu yüzden|o yüzden)\s+)(?=\w)|\s+(?:ama|fakat|çünkü|"
        r"bu yüzden|o yüzden)\s+(?=\w)|,\s+(?=bana |sence |nasıl |ne |acaba |lütfen )"
    ),
    dependent=anycase(
        r"^(?P<when>.*(?:\b(?!erken\b)\w+[rkzyş]ken|[dt][ıiuü]ğ[ıiuü](?:m|n|m[ıiuü]z|n[ıiuü]z)?(?:[dt][ae]|nd[ae])|"
        r"\b(?!düşün|yeterin)\w{2,}[ıiuü]nc[ae]|\b\w{2,}[ıiuüae]rs[ae](?:m|n|k|n[ıi]z)?|m[ae]d[ae]n önce|"
        r"[dt][ıiuü]kt[ae]n sonra))$"
    ),
    requests=anycase(
        r"^(?:acaba|lütfen|nasıl|neden|niye|niçin|kim|hangi|nerede|ne zaman|sence|bana (?!.*\b(?:de|diye))|haydi|"
        r"hadi|gel)\b|\bm[ıiuü](?:yım|yim|sın|sin|sun|sün|sınız|siniz|yız|yiz|yor|dır|dir)?\s*[?]?$|(?:misin|mısın|"
        r"musun|müsün|misiniz|mısınız|yardım et|yardımcı ol|anlat|açıkla|göster|söyle|yazar mısın|öner)[.!?]*$"
    ),
    hedges=anycase(
        r"^(?:belki|galiba|sanırım|herhalde|keşke|bence|umarım|acaba|eğer)\b|\b(?:sanırım|galiba|herhalde|emin "
        r"değilim|bilmiyorum|olabilir|anladım|duydum|merak ediyorum|teşekkür ederim|rica ederim|görüşürüz|"
        r"düşünüyorum|umuyorum|keşke|sorabilir miyim|bir sorum var|vaktim var|zamanım var|ne yapayım|bakarım|"
        r"bakacağım)\b"
    ),
    fleeting=anycase(
        r"\b(?:bugün|dün|yarın|şimdi|şu an|az önce|biraz önce|harika|süper|muhteşem|yorgunum|heyecanlıyım|mutluyum|"
        r"üzgünüm|sabırsızlanıyorum|çok güzel|sizin|senin|sana|size|sen|siz)\b"
    ),
    relative=anycase(
        r"\b(?:dün|bugün|yarın|bu (?:sabah|akşam|hafta|ay|yıl|sene|yaz|kış|bahar)|(?:geçen|gelecek|önümüzdeki|evvelki) "
        r"(?:gün|hafta|ay|yıl|sene|yaz|kış|bahar|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)\w*|"
        r"(?:\d+|bir|iki|üç|dört|beş|birkaç) (?:gün|hafta|ay|yıl|sene) (?:önce|sonra)|az önce|geçenlerde)\b"
    ),
    pointing=anycase(r"^(?:o|bu|şu|onlar|bunlar|onu|bunu|onun|bunun|orada|burada|öyle|böyle)\b"),
    vague=anycase(r"^(?:o|bu|şu|onu|bunu|şunu|orada|burada|öyle|böyle)\b|\b(?:onu|bunu|onları|bunları)\b"),
    hanging=anycase(
        r"\b(?:bunu|şunu|bunun|buna|bundan|oraya|buraya|burada|orada|oradan|buradan|böylesi|öylesi)\b|\b(?:bu|şu) "
        r"(?!arada|hafta|ay\b|yıl|sene|sabah|akşam|gece|yaz\b|kış|bahar|gün|zaman|proje|şehir|ev\b|iş\b|yüzden)\w"
    ),
    courtesies=(
        r"gunaydin|(?:iyi|hayirli) (?:sabahlar|gunler|aksamlar|geceler|uykular)|tatli ruyalar|merhaba(?:lar)?|"
        r"selam(?:lar)?|(?:ya |peki )?(?:sen|siz)(?: nasil(?:sin(?:iz)?)?)?|nasil(?:sin(?:iz)?| gidiyor)|ne haber|"
        r"naber|ne var ne yok|(?:gunun|haftan|hafta sonun|aksamin|keyfin) nasil(?: gecti| geciyor| gidiyor)?|"
        r"(?:ben de |cok |gayet )*iyiyim(?: ben de)?|(?:her sey )?(?:iyi|fena degil)(?: gidiyor)?|"
        r"(?:cok )?tesekkur(?:ler| ederim)(?: sordugun icin)?|sag ?ol(?:un)?|rica ederim|"
        r"(?:yarin|sonra|yakinda) (?:konusuruz|gorusuruz)|gorusuruz|gorusmek uzere|hosca ?kal(?:in)?|"
        r"kendin(?:e|ize) iyi bak(?:in)?"
    ),
    before_names=words(
        "günaydın sabahlar günler akşamlar geceler merhaba merhabalar selam selamlar nasılsın nasılsınız iyiyim "
        "teşekkürler sağol görüşürüz konuşuruz hoşçakal"
    ),
)
