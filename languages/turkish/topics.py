"""Turkish words that are not topics."""

from __future__ import annotations

from languages.folding import words
from languages.language import Topics

TOPICS = Topics(
    chatter=words(
        """
    adı adım ama arada artık ay bana bayağı belki bence benim beraber biraz birlikte bizim bugün bütün büyük daha
    diye doğru dün ederim ediyorum elbette eski evet fakat galiba gelecek gerçekten geçen gibi göre gün güzel hafta
    hala hangi harika hayır hep her hiç hâlâ ilk insan ismi istiyorum iyi için kadar kere kesinlikle kez kim kişi
    kötü küçük lütfen merhaba naber nasıl nasılsın nasılsınız
    neden nerede niye olacak oldu olsun oluyor onun saat sana sanırım selam sene
    senin sizin son sonra süper tabii tamam tane teşekkür teşekkürler umarım var yanlış yapıyorum yarın yeni yok yıl
    zaman çok çünkü önce şey şeyler şimdi
    """
    ),
    feelings=(
        r"^(?:mutlu|mutsuz|huzur|sevinc|sevin[dcm]|uzgun|uzul|umut|umud|hayal|heyecan|gurur|cesaret|guc$|guclu|"
        r"guven|destek|"
        r"motiv|ilham|tutku|enerji|duygu|hisse|hissi|yasam|hayat|dunya|insan|baska|herkes|kendi|kalp|kalb|ruh|"
        r"anlam|deger|"
        r"basar|hedef|zorluk|zor$|kolay|fark|degis|gelis|buyume|firsat|macera|an$|ani$|anlar$|ani|yolculuk|sabir|"
        r"sabr|emek|"
        r"caba|gayret|stres|yorgun|yorul|keyif|keyf|eglen|gul[du]|saka|sans|muhtesem|inanilmaz|minnet|tesekkur|"
        r"bag$|baglar|"
        r"bagli|mesgul|yogun|gelecek|gecmis|birlikte|beraber)"
    ),
    no_topic=(
        r"(?:yorum|yorsun|yor|yoruz|yorlar|dim|dum|tim|tum|dik|duk|tik|tuk|mistim|acagim|ecegim|acak|ecek|mak|mek|"
        r"malı|meli|abilir|ebilir|iriz|uruz|ariz|eriz|yiz|yuz|diniz|dunuz|tiniz|tunuz|diler|dular|tiler|tular|"
        r"alim|elim|ayim|"
        r"eyim|acagiz|ecegiz|arim|erim|irim|urum|sin|sun|siniz|yim|yum|mis|mus|ken|ince|unca|misin|musun)$"
    ),
)
