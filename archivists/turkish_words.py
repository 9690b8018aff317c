"""Turkish words that the archivists pass over."""

from __future__ import annotations

from archivists.language import Regex, words

NOT_NAMES = words(
    """
    acaba adım ama ancak anne anneciğim annem aralık arkadaşım artık asistan aslında aynen ağustos baba babam bana
    bazen bazı bazıları belki ben bence beni benim bey biraz biri birlikte biz bizim bu bugün bundan bunlar bunu
    bunun burada böyle büyük canım cevap cuma cumartesi daha dedi demek dikkat doğum dün ekim ekmek elbette en evde
    evet eylül eğer eşim fakat galiba gelecek genellikle gerçekten geçen gidelim güle gün günaydın güzel ha haber
    hafta hala hani hanım harika hava hayır haziran hem hemen henüz hep hepsi her herhalde herkes hiç hoca hocam hoş
    hoşça ile ilk ingilizce inşallah ise ismim iyi işte karar kardeşim kasım kaç kedim kendi keşke kim kullanıcı
    kusura köpeğim kızım lütfen maalesef mart mayıs merak merhaba mutlu nasıl nasılsın ne neden nerede neyse nisan
    nisanda niye o ocak oldu olur ona onlar onu onun orada oysa oğlum pazar pazartesi pek peki perşembe rica saat
    sabah salı sana sanırım sayın sağ sağol selam sen sence senin siz sizin son sonra sonunda süper tabi tabii tamam
    temmuz teşekkür teşekkürler türk türkçe umarım unutma var ve veya yani yarın yeni yine yok yoksa zaten çarşamba
    haftaya seneye akşama sabaha sabahları akşamları geceleri dünkü bugünkü yazın kışın allah tanrı tanrım maşallah
    çok çünkü öyle özür üzgünüm şey şimdi şu şubat ocakta şubatta martta mayısta haziranda temmuzda ağustosta eylülde
    ekimde kasımda aralıkta pazartesiye salıya çarşambaya perşembeye cumaya cumartesiye pazara
    """
)
"""Words that are capitalised for other reasons than being a name."""

CHATTER = words(
    """
    adı adım ama arada artık ay bana bayağı belki bence benim beraber biraz birlikte bizim bugün bütün büyük daha
    diye doğru dün ederim ediyorum elbette eski evet fakat galiba gelecek gerçekten geçen gibi göre gün güzel hafta
    hala hangi harika hayır hep her hiç hâlâ ilk insan ismi istiyorum iyi için kadar kere kesinlikle kez kim kişi
    kötü küçük lütfen merhaba nasıl neden nerede niye olacak oldu olsun oluyor onun saat sana sanırım selam sene
    senin sizin son sonra süper tabii tamam tane teşekkür teşekkürler umarım var yanlış yapıyorum yarın yeni yok yıl
    zaman çok çünkü önce şey şeyler şimdi
    """
)
"""Words that a talk is full of whatever it is about."""

FEELINGS = Regex(
    r"^(?:mutlu|mutsuz|huzur|sevinc|sevin[dcm]|uzgun|uzul|umut|umud|hayal|heyecan|gurur|cesaret|guc$|guclu|guven|destek|"
    r"motiv|ilham|tutku|enerji|duygu|hisse|hissi|yasam|hayat|dunya|insan|baska|herkes|kendi|kalp|kalb|ruh|anlam|deger|"
    r"basar|hedef|zorluk|zor$|kolay|fark|degis|gelis|buyume|firsat|macera|an$|ani$|anlar$|ani|yolculuk|sabir|sabr|emek|"
    r"caba|gayret|stres|yorgun|yorul|keyif|keyf|eglen|gul[du]|saka|sans|muhtesem|inanilmaz|minnet|tesekkur|bag$|baglar|"
    r"bagli|mesgul|yogun|gelecek|gecmis|birlikte|beraber)"
)
"""How words of feeling and resolve begin, folded."""
