"""How Turkish texts and their words are recognised: stems, ends of sentences, names, and what says nothing."""

from languages.folding import words
from languages.language import CAPITALS, Analysis, Clauses, Names, anycase

ANALYSIS = Analysis(
    # These lists come from grammar, not from a benchmark.
    stop_words=words(
        """
acaba ama amma ancak artık aslında aynı bana bazı belki ben bende benden beni benim beri bile bir biraz birçok biri
birkaç biz bizden bize bizi bizim böyle bu buna bunda bundan bunlar bunları bunların bunu bunun burada bütün çok çoğu
çünkü da daha dahi de değil diğer diye dolayı en et etmek etti fakat falan filan gibi göre ha hala hangi hangileri
hangisi hani hatta hem henüz hep hepsi her herhangi herkes hiç hiçbir için içinde ile ilgili ise işte kaç kaçta kaçıncı
kadar karşı kendi kendine kendini ki kim kimde kimden kime kimi kimin kimler kimlerdir kimdir lütfen madem mı mi mu mü
mıdır midir mudur müdür mısın misin musun müsün nasıl nasıldır ne neden nedenle nedir neler nelerdir nerede neredeydi
nereden nereli neresi nereye nesi neyi neyin niçin niye o olan olarak oldu olduğu olduğunu olmak olsa olur ona onda
ondan onlar onlardan onları onların onu onun orada oysa öyle pek rağmen sadece sanki sen senden seni senin siz sizden
size sizi sizin sonra söyle söyler şayet şey şeyler şeyi şimdi şöyle şu şuna şunu şunun tarafından tüm ve veya vardı var
ya yani yok yoksa zaten hakkında
        """
    ),
    negations=words("değil değilim değiliz değilmiş değilmişim yok yoktu yokmuş hiç hiçbir asla olmaz"),
    shared=words("her ve"),
    letters="çğıöşüâîûÇĞİÖŞÜÂÎÛ",
    forms=r"(?i)[^\W\d_][ıiuü]yor(?:um|sun|uz|sunuz|lar|du\w*|mu\w*)?\b|\bm[ıiuü]y[ıiuü][mz]\b|[^\W\d_]{2}d[ıiuü]k\b",
    stemmer="turkish",
    # Snowball takes off one layer of suffixes. Repeated until nothing comes off, 94 % of inflected forms meet, not 78.
    has_layers=True,
    # The stemmer reads etki-si as etkis-i, like ses-i.
    readings=r"^.{2,}[aıoueiöü]s\|[ıiuü]",
    lower_case={"I": "ı", "İ": "i"},
    softened={"p": "b", "t": "d", "k": "g"},  # "kitap" is the stem of kitabı.
    behind_ordinal=r"(?:Sokak|Sokağı|Sok|Sk|Cadde|Caddesi|Cad|Cd)\b",  # "296. Sokak, no 14"
    has_roman_ordinals=True,  # "II. Elizabeth"; in English, "World War II." ends a sentence.
    typed_as={"ç": "c", "ğ": "g", "ı": "i", "ö": "o", "ş": "s", "ü": "u"}
    | {"Ç": "C", "Ğ": "G", "İ": "I", "Ö": "O", "Ş": "S", "Ü": "U"},
    typed_exactly=("öl",),  # "ölmek" is to die, "olmak" to become.
)


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
