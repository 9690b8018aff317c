"""Where Turkish sentences end, and which words in them say nothing."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Clauses, anycase

CLAUSES = Clauses(
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
    hanging=anycase(r"^(?:o|bu|şu|onlar|bunlar|onu|bunu|onun|bunun|orada|burada|öyle|böyle)\b"),
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
    chatter=words(
        """
    adı adım arada ay bayağı bence beraber birlikte bugün büyük doğru dün ederim ediyorum elbette eski evet galiba
    gelecek gerçekten geçen gün güzel hafta harika hayır ilk insan ismi istiyorum iyi kere kesinlikle kez kişi kötü
    küçük merhaba naber nasılsın nasılsınız olacak olsun oluyor saat sana sanırım selam sene son süper tabii tamam tane
    teşekkür teşekkürler umarım yanlış yapıyorum yarın yeni yıl zaman önce
    """
    ),
)
