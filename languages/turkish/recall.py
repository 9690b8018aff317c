"""How people ask in Turkish about earlier conversations: "neydi", "ne konuşmuştuk", "hatırlıyor musun"."""

from __future__ import annotations

from typing import Final

from languages.recall_shape import Recall

# What both do together, or the assistant does for the speaker: konuş-tuk, öner-miştin, sor-muştum.
_TOLD: Final = (
    r"(?:konus|arastir|bul|ogren|de|soyle|oner|tavsiye et|bahset|anlat|bak|tartis|incele|karar ver|bilgi ver|acikla|"
    r"hesapla|belirt|degin|kararlastir|listele|hatirlat)"
)

RECALL = Recall(
    memory=(
        r"\bhatirl(?:iyor? ?mu\w*|iyorsan|a|at\w*|am[iu]yor\w*|ayam[iu]yor\w*|a(?:ya)?madim|asana|ar mi\w*)\b|"
        r"\bunuttum\b.*\b(?:ne|hangi\w*|kac\w*)\b|\bakl[iu]ma gelm[iu]yor\b"
    ),
    reference=(
        # "o şey", "şu konu", "şu insülin ile ilgili olan"; not "o konuda haklısın".
        r"\b(?:o|su) (?:\w+ )?(?:sey|konu|arastirma|bilgi|konusma|calisma|mesele|sohbet)"
        r"(?:y?[iu]|[ns][iu]n?|s[iu]n[iu]|m[iu]z\w*|yl[ae]|[dt][ae]n|lar\w*|ler\w*)?\b|"
        r"\b(?:o|su) (?:\w+ ){1,4}ilgili (?:olan|sey|konusma|arastirma|bilgi)\w*|"
        r"\b(?:konusmamiz|arastirmamiz|sohbetimiz)\w*|\bonceki (?:konusma|arastirma|sohbet)\w*"
    ),
    asked_back=(
        r"\b(?:neydi|nelerdi|nasildi|nasillardi|hangisiydi|hangileriydi|kimdi|kimlerdi|kacti|neredeydi|neresiydi|"
        r"nedendi|neyeydi)\b|\bne (?:kadardi|zamandi|idi)\b"
    ),
    talked=(
        rf"\b{_TOLD}(?:m[iu]st[iu]|[dt][iu])(?:k|n|n[iu]z)\b|\b{_TOLD}[dt][iu]g[iu]n\w*|\w+[dt][iu]g[iu]m[iu]z\w*|"
        rf"\bsor(?:mus|d)(?:tu|u)m\b"
    ),
    past=r"\w+(?:m[iu]st[iu]|yordu|[aeiu]yd[iu])(?:k|m|n|n[iu]z|lar|ler)?\b|\b(?:lazimd|gerekird|vard)i\b|\byoktu\b",
    definite=r"\w{2,}[dt][iu](?:k|m|n|n[iu]z|lar|ler)?\b",
    earlier=(
        r"\b(?:daha once(?:den|ki|leri)?|gecen (?:sefer|defa|kez|gun|hafta|ay|yil|sene)(?:ki)?|o zaman(?:ki|lar)?|"
        r"gecenlerde|o (?:gun|gece|aksam|sabah|hafta)|daha evvel|bir keresinde|en son|onceden|hani)\b"
    ),
    question=(
        r"\?|\b(?:ne|neyi|neye|neyin|neyle|neden|neler|nerde\w*|nasil|hangi\w*|kim(?:i|e|in|de|den|ler\w*)?|kac\w*|"
        r"nere\w*|niye|nicin)\b|\bm[iu](?:y[iu][mz]|s[iu]n\w*|yd[iu]\w*)?\b"
    ),
    asks=(
        r"\bned(?:ir|irler|emek)\b|\bneler(?:dir)?\b|\bhakkinda\b|\bkonusunda (?:ne|bilgi)\b|\b(?:anlat|"
        r"acikla)(?:r mi\w*|sana)?\b|"
        r"\bbilgi (?:ver|al|iste|lazim)\w*|\barastirma(?:si|lari)\b|\bne ise yara\w*"
    ),
    personal=(
        r"\w(?:m[ae]l[iu]y[iu][mz]|[iu]yor(?:um|uz)|[dt][iu][mk]|[ae]c[ae]g[iu][mz]|[aeiu]r[iu]m|m[iu]s[iu]m)\b|"
        r"\b(?:ben|bana|benim|beni|bizim|annem|babam|kardesim|esim|oglum|kizim)\w{0,4}\b|"
        r"\bnasils[iu]n\w*|\bne dusunuyorsun\w* \?|\b(?:sence|sizce|gorusuruz|hosca ?kal)\b|\b(?:merhaba|selam|"
        r"gunaydin|naber)\b|^(?:ha){2,}\w*\b|"
        r"\biyi (?:aksamlar|geceler|gunler|sabahlar)\b|"
        r"\b(?:yaz|cevir|hazirla|duzelt|ozetle|listele|olustur|kisalt)"
        r"(?:ir m[iu]s[iu]n|ar m[iu]s[iu]n|y?[ae]bil[iu]r m[iu]s[iu]n|sana)?\b"
    ),
    claims=(
        r"\w\w(?:[dt][iu](?:k|lar|ler)?|[iu]yor(?:lar)?|[ae]c[ae]k(?:ler|lar)?|m[iu]s(?:ler|lar)?)\b(?! \w)|"
        r"\b(?:peki|tamam|dun|bugun|yarin|saat)\b"
    ),
    bypass=(
        r"\b(?:onceki|eski)\w* (?:\w+ ){0,2}(?:(?:kullanma|unut|kalsin|birak|dikkate alma)\b|bos ?ver|"
        r"istem[ie]\w*)|"
        r"\byenisini (?:yap|bul|getir|arastir)\w*|\b(?:taze|guncel) (?:bilgi|veri|sonuc)\w*|"
        r"\b(?:yeni|taze) (?:bir? )?arastir\w*|"
        r"\b(?:yeni|son|guncel) (?:kaynak|durum|gelisme|veri)\w* (?:\w+ )?(?:arastir|bak)\w*|"
        r"\b(?:yeniden|tekrar|bastan|bir? daha|bir? (?:kez|kere) daha|sifirdan) (?:\w+ ){0,2}(?:arastir|bak|"
        r"incele|tara|kontrol|ara)(?!\w*m[iu]s)\w*|"
        r"\bguncel \w+ (?:arastir|bak|ver|bul|getir|goster|ogren)\w*|\binternet\w* (?:\w+ )?(?:yeni\w*|guncel\w*|"
        r"bak|ara)\b|"
        r"\b(?:en )?guncel (?:bilgi|arastirma|calisma|veri|sonuc)\w*|\bfresh research\b"
    ),
    new_topic=(
        r"\b(?:yeni|yepyeni|baska|farkli|bambaska|ayri|siradaki) (?:bir? )?(?:konu|mevzu|mesele)(?:ya|yu|dan|muz|"
        r"ye)?\b|"
        r"\b(?:baska|bambaska|farkli|yeni) (?:bir? ?)?(?:sey|soru)\w{0,3} (?:\w+ )?(?:sor|konus|danis|gec|var)\w*|"
        r"\bkonu(?:yu)? deg[iu]st[iu]r\w*|"
        r"\bkonu deg[iu]s(?:sin|elim|ikligi)\w*|\bkonu(?:yu)? kapat\w*|"
        r"\bkonu(?:dan bagimsiz| disi)\b"
    ),
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
        rf"miligram\w*|gram\w*|mg|kilo\w*|litre\w*|lira\w*|tane|adet|"
        rf"hatirl\w*|neydi|nelerdi|nasildi|hangisiydi|kimdi|kacti|neredeydi|kadardi|daha|once\w*|gecen|gecenlerde|"
        rf"sefer|"
        rf"defa|zaman\w*|sey\w*|su|o|konu|konu(?:yu|su|sunda|nun|muz)|konus(?:m|t)\w+|arastirma\w*|arastir\w*|"
        rf"bilgi\w*|hani|"
        rf"{_TOLD}(?:m[iu]st|[dt][iu])\w*|sor(?:mustum|dum)|sohbet\w*|mesele\w*|hakkinda|ilgili|olan|olmustu|adi|"
        rf"ismi|"
        rf"karis(?:an|tirilan)|peki|yine|seninle|sana|en|son|lazim\w*|gerek\w*|sonuc\w*|yer\w{{0,2}}di|guncel|tekrar|"
        rf"yeni(?:den)?|evet|hafta|ay|yil|gun|ver|anlat\w*|acikla\w*|istiyorum|karar|calisma\w*|cikmisti|neler|"
        rf"dun|az|cevab\w*|(?:oku|yaz|gor|et|ver)m[iu]st[iu]\w*|"
        rf"olmaliydi"
    ),
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
