"""Words that ask or join and say nothing of what is asked: lists of grammar, not of any benchmark."""

from __future__ import annotations

ENGLISH = tuple(
    """
a about above after again all also am an and any are aren as at be because been before being below between both but by
can could couldn did didn do does doesn doing don done down during each either else ever few for from further get gets
give given go going got had hadn has hasn have haven having he hello her here hers herself hey hi him himself his how
however i if in into is isn it its itself just kind kinds let ll m many may me might mine more most much must my myself
no nor not of off on once one only onto or other our ours ourselves out over own please re s same shall she should
shouldn since so some somebody someone something sort still such t tell than that the their theirs them themselves then
there these they thing things this those though through thus to too under until up upon us ve very via was wasn we were
weren what whatever when whenever where wherever whether which while who whoever whom whose why will with within
without would wouldn yes yet you your yours yourself yourselves
""".split()  # noqa: SIM905
)

TURKISH = tuple(
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
""".split()  # noqa: SIM905
)

SHARED = ("an", "at", "can", "her", "in", "m", "on", "s", "t", "ve")  # Words or pieces of both, so they tell neither.
