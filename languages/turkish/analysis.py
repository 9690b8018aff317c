"""How Turkish texts are recognised, and how their words are stemmed."""

from __future__ import annotations

from languages.folding import words
from languages.language import Analysis

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
