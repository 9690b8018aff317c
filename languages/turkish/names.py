"""Which capitals make a name in Turkish, and what the words next to it say about it."""

from __future__ import annotations

from languages.folding import words
from languages.language import Names, anycase

PEOPLE = (
    r"(?:anne|baba|abla|ağabey|abi|kardeş|eş|karı|koca|kız|oğl|çocuğ|dede|nine|anneanne|babaanne|teyze|hala|amca|dayı|"
    r"kuzen|yeğen|torun|nişanlı|sevgili|kayınvalide|kayınpeder|arkadaş|dost|patron|müdür|öğretmen|komşu|doktor|kedi|"
    r"köpeğ|kuş|tavşan|avukat|hoca|ortak|ev sahib|koç|diyetisyen|psikolog|kuaför|stajyer|usta)"
)
_MY = r"(?:[ıiuü]?m|[ıiuü]m[ıiuü]z|mız|miz|muz|müz)"

NAMES = Names(
    not_names=words(
        """
    adım anne anneciğim annem aralık arkadaşım asistan aynen ağustos baba babam bazen bazıları bence bey birlikte bugün
    büyük canım cevap cuma cumartesi dedi demek dikkat doğum dün ekim ekmek elbette evde evet eylül eğer eşim galiba
    gelecek genellikle gerçekten geçen gidelim güle gün günaydın güzel haber hafta hanım harika hava hayır haziran hemen
    herhalde hoca hocam hoş hoşça ilk ingilizce inşallah ismim iyi karar kardeşim kasım kedim keşke kullanıcı kusura
    köpeğim kızım maalesef mart mayıs merak merhaba mutlu nasılsın neyse nisan nisanda ocak oğlum pazar pazartesi peki
    perşembe rica saat sabah salı sana sanırım sayın sağ sağol selam sence son sonunda süper tabi tabii tamam temmuz
    teşekkür teşekkürler türk türkçe umarım unutma yarın yeni yine çarşamba haftaya seneye akşama sabaha sabahları
    akşamları geceleri dünkü bugünkü yazın kışın allah tanrı tanrım maşallah özür üzgünüm şubat ocakta şubatta martta
    mayısta haziranda temmuzda ağustosta eylülde ekimde kasımda aralıkta pazartesiye salıya çarşambaya perşembeye cumaya
    cumartesiye pazara
    """
    ),
    titles=words(
        "doktor dr prof sayın usta hoca öğretmen avukat yüzbaşı binbaşı albay general komutan komiser muhtar başkan "
        "kral kraliçe prens prenses sultan vezir imam rahip demirci hancı terzi kasap bakkal avcı balıkçı büyücü bekçi "
        "değirmenci çoban kaptan teyze amca dayı abi abla bey hanım efendi hocam ağabey hala paşa"
    ),
    letter_words="O",
    prefixes=words("yeni eski büyük küçük orta yukarı aşağı kuzey güney doğu batı"),
    quarters=words("kuzey güney doğu batı"),
    # "Our accountant Kemal Bey": a word that means "our …" is not part of a name.
    relation=anycase(rf"^(?:{PEOPLE}(?:{_MY}|s?[ıiuü])(?:d[ae]n?|[ae]|[ıiuü]n?)?|\w{{3,}}[ıiuü]m[ıiuü]z)$"),
    owned_before=anycase(rf"\b{PEOPLE}{_MY},? $"),
    where=r"^[’'][dt][ae]\b",
    subject_after=anycase(r"^[’'](?:n?[ıiuü]n|n?[ıiuü]|y[ıiuü]|n?[dt][ae]n?|y?[ae]|l[ae]|yl[ae])\b"),
)
