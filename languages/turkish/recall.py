"""How questions show in Turkish what they ask for, and how people ask about earlier conversations."""

from typing import Final

from languages.folding import words
from languages.language import Asking, Recall

# What both do together, or the assistant does for the speaker: konuş-tuk, öner-miştin, sor-muştum.
_TOLD: Final = (
    r"(?:konus|arastir|bul|ogren|de|soyle|oner|tavsiye et|bahset|anlat|bak|tartis|incele|karar ver|bilgi ver|acikla|"
    r"hesapla|belirt|degin|kararlastir|listele|hatirlat)"
)

RECALL = Recall(
    recall=(
        # The document's forms of the past, in a question: neydi, ne konuşmuştuk, hangi hormon etkiliyordu.
        r"\b(?:neydi|nelerdi|nasildi|hangisiydi|kimdi|kacti|neredeydi)\b|\bhatirl(?:iyor mu\w*|amiyorum)\b|"
        r"\bsu (?:\w+ ){1,4}ilgili olan\b|\bne(?:ler)? konustuk\b|"
        r"\b(?:ne|neler|neyi|hangi\w*|kac\w*|kim\w*|nasil|nere\w*)\b.*(?:m[iu]st[iu]|yordu)(?:k|n|m|lar|ler)?\b"
    ),
    ambiguous=r"\bnedir\b|\bhakkinda bilgi\b",
    bypass=(r"\b(?:yeni|yeniden|tekrar) (?:bir? )?arastir(?!\w*m[iu]s)\w*|\bguncel bilgi\w*|\bfresh research\b"),
    satisfied=(
        r"\b(?:(?:cok )?tesekkur(?:ler|u)?(?: eder[iu][mz]| ettim)?|sag? ?ol(?:un|asin)?|eyvallah|tmm|kafi|anladim|"
        r"anlasildi|"
        r"yeter(?:li)?|"
        r"isime yaradi|yardimci oldun?|yeterince bilgi (?:aldim|var)|oldu bu is|tamamdir|tamam(?! (?:mi|da|ama))|"
        r"bu kadar(?:i)?)\b"
    ),
    polite=(
        r"\b(?:iyi (?:aksamlar|geceler|gunler|calismalar)|kolay gelsin|gorusuruz|hosca ?kal|kardesim|hocam|abi|abla|"
        r"dostum|kanka|tamam|peki|hayir|evet|cok|iyi|super|harika|guzel|su an(?:lik)?|simdilik|bu|bana|her sey icin|ok|"
        r"simdi|valla|canim)\b"
    ),
    yes=r"^(?:evet|olur|tabii?|lutfen|tamam|peki|hadi|arastir|ok|elbette|isterim)\b",
    no=r"^(?:hayir|yok|gerek yok|bosver|bos ver|istemem|istemiyorum|kalsin)\b",
    amount=r"\b(?:kac|ne kadar|kacinci|kacta|dozu?|miktari?)\w{0,4}\b",
    thorough=r"\b(?:detayli|ayrintili|derin\w*|kapsamli|karsilastir\w*|butun yonleriyle|etraflica)\b",
    fillers=(
        rf"miligram\w*|gram(?:i|lik)?|mg|kilo(?:su|luk)?|litre\w*|lira\w*|tane|adet|"
        rf"hatirl\w*|neydi|nelerdi|nasildi|hangisiydi|kimdi|kacti|neredeydi|kadardi|daha|once\w*|gecen|gecenlerde|"
        rf"sefer|"
        rf"defa|zaman\w*|sey(?:i|e|in|den?|ler\w*|imiz\w*)?|su|o|konu|konu(?:yu|su|sunda|nun|muz)|konus(?:m|t)\w+|arastirma\w*|arastir\w*|"
        rf"bilgi(?!sayar)\w*|hani|"
        rf"{_TOLD}(?:m[iu]st|[dt][iu])\w*|sor(?:mustum|dum)|sohbet\w*|mesele\w*|hakkinda|ilgili|olan|olmustu|adi|"
        rf"ismi|"
        rf"karis(?:an|tirilan)|peki|yine|seninle|sana|en|son|lazim\w*|gerek\w*|sonuc\w*|yer\w{{0,2}}di|guncel|tekrar|"
        rf"yeni(?:den)?|evet|hafta|ay|yil|gun(?:u|ler)?|ver|anlat\w*|acikla\w*|istiyorum|karar|calisma\w*|cikmisti|neler|"
        rf"dun|az|cevab\w*|(?:oku|yaz|gor|et|ver)m[iu]st[iu]\w*|"
        rf"olmaliydi|ya+|bi|hey|yani|iste|mevzu\w*|olay\w*|acsana|ac|goster(?!ge)\w*|"
        rf"akl\w*|kalma\w*|unut\w*|noldu|senle|alakali|vardi|"
        r"m[iu]ydi|muy?d[iu]|cok|ilgi\w*|yap\w*yordu\w*|tavsiye|ederdin|kadar"
    ),
    before_detail=r"hangi\w*|kac\w*",
    wants_last=r"\ben son(?:ki|uncu)?\b|^son (?:konus|sohbet|arastir)\w*",
    about=r"(?i)^(?P<topic>[^,.?!]{3,60}?) (?:hakkında|konusunda|ile ilgili)\b",
    ordinals=(
        r"\b(?:birinci|ilk|1)[a-z]{0,4}\b",
        r"\b(?:ikinci|2)[a-z]{0,4}\b",
        r"\b(?:ucuncu|3)[a-z]{0,4}\b",
        r"\b(?:dorduncu|4)[a-z]{0,4}\b",
        r"\b(?:besinci|5)[a-z]{0,4}\b",
    ),
    last=r"\bson(?:uncu\w*|u|undaki|uncusu)?\b",
    tiers=("Hızlı", "Araştırma", "Derin Araştırma"),
    on_day="{day}'{behind}",
    # The ending's vowel follows the word's last vowel; its consonant is t after a voiceless sound, else d.
    behind_day={
        **dict.fromkeys(("Ocak", "Şubat", "Mart", "Mayıs", "Ağustos", "Aralık", "40", "60"), "ta"),
        **dict.fromkeys(("Nisan", "Haziran", "Temmuz", "Kasım", "6", "9", "10", "30", "90"), "da"),
        **dict.fromkeys(("Eylül", "Ekim", "1", "2", "7", "8", "20", "50", "70", "80", "00"), "de"),
        **dict.fromkeys(("3", "4", "5"), "te"),
    },
    recalled="{on_day} “{title}” konusunu araştırmıştın.\n\n{answer}",
    several=(
        "Bu konuda birkaç araştırman var:\n{list}\n\nHangisinden bahsediyorsun veya yeni araştırma mı yapmamı istersin?"
    ),
    which="Listede {count} araştırma var:\n{list}\n\nHangisinden bahsediyorsun?",
    not_found="{topic} daha önce bir araştırma kaydı bulamadım. Şimdi araştırayım mı?",
    other_day="{time} bunu konuşmadık.",
    this_topic="Bu konuda",
    found=(
        "Bu konuyu {on_day} araştırmıştın. İşte o zaman öğrendiklerin:\n\n{summary}\n\n"
        "Yeni araştırma yapmamı ister misin?"
    ),
    incomplete=("Bu bilgi tam olarak sorunuzu cevaplamıyor gibi. Daha detaylı yeni bir araştırma yapmamı ister misin?"),
    prompt=(
        "Kullanıcı daha önce yaptığı bir araştırmayı hatırlamaya çalışıyor. İşte o araştırmanın tam konuşması:\n\n"
        "Araştırma Başlığı: {title}\n"
        "Tarih: {day}\n\n"
        "Önceki Konuşma:\n{conversation}\n\n"
        "Kullanıcının Şu Anki Sorusu: {question}\n\n"
        "Yukarıdaki araştırma konuşmasından kullanıcının sorusunu cevaplayacak bilgiyi bul ve özetle. Hangi tarihte "
        "bu "
        "araştırmayı yaptığını da belirt. Doğrudan cevap ver, kullanıcının eski konuşmaya gitmesine gerek yok.\n\n"
        "Konuşma soruyu tam olarak cevaplamıyorsa cevabını şu cümleyle bitir: {incomplete}"
    ),
    parts_only="(Konuşmanın yalnız ilgili bölümleri)",
    user="Kullanıcı",
    assistant="Asistan",
)


ASKING = Asking(
    # "önerdin", "önermiştin", "önerdiğin", "önerdiklerin", "önerilerin", "tavsiyen".
    replies=(
        r"\b(?:(?:acikla|bahset|de|listele|oner|soyle|tavsiye et|anlat|ver|yaz)"
        r"(?:[dt][iu](?:n|g[iu]n(?:iz)?|kler[iu]n(?:iz)?|niz)|m[iu]st[iu]n)|(?:oneri|tavsiye|yanit|cevab)(?:ler)?in)\b|\btavsiyen\b"
    ),
    # Pronouns of the first person, and its endings on verbs and possessions. Some words have such an ending by chance;
    # their question counts as one about the person who asks.
    asker=(
        r"\b(?:ben(?:i|im|de|den)?|bana|biz(?:i|e|im|de|den)?)\b|"
        r"\w{2}(?:[iu]m(?:[iu]|[ae]|d[ae]|d[ae]n|[iu]n)?|[iu]m[iu]z(?:[iu]|[ae]|[iu]n)?|[dt][iu]k|[iu]z)\b"
    ),
    overview=(
        r"\b(?:ozet(?:i|le|ler|ini|lesene)?|genel bakis|bildigin her seyi|"
        r"(?:bugune|simdiye) (?:dek|kadar) neler (?:oldu|yasandi))\b"
    ),
    of_talk=words(
        "anlat anlattı anlattık ay aydır aylar aylarda ayınd ayını bahsed bahset bahsettik bana beri bildik biliyor "
        "bu bugün bul dek dün genel geçen geçmiş görüş gün günü günler günlerde hafta hakkımda hakkında hatırla hepsi "
        "her herşey iletiş kadar konu konular konuş kısaca mesaj neler olanlar oldu sohbet son sonra söyle söyledik "
        "süre tüm ver verir yaptı yazış yaşan yıl yıllar zaman özet özeti özetini özetle özetler özetlesene "
        "şimdi şimdiye"
    ),
    order=r"\b(?:(?:hangi|ne) sirayla|sira(?:si)?yla|kronolojik|zaman sirasina|bastan sona sirala\w*)\b",
    day=(
        r"\bne zaman\w*|\bhangi (?:ay|gun|hafta|tarih|yil)\w*|\bkac(?:inda|inci gun| yilinda)\b|"
        r"\bne kadar (?:zaman )?once\b|\btarihi ne(?:dir|ydi)?\b|\bkac (?:ay|gun|hafta|yil) once\b|"
        r"\w(?:ali|eli) (?:ne kadar|kac \w+) (?:zaman )?(?:gecti|oldu)\b"
    ),
    name=r"\b(?:nere\w+|kim(?:i|e|in|de|den|le|inle|ler\w*)?|hangi)\b",
)
