"""Turkish words for kinds of things, and words for things of each kind; the kinds are the same as in English."""

from __future__ import annotations

KINDS = {
    "spor egzersiz antrenman": "futbol basketbol voleybol hentbol tenis badminton hokey golf yüzme yüzüyorum "
    "bisiklet koşu maraton yoga pilates karate judo boks güreş jimnastik kayak snowboard paten sörf tırmanış "
    "dağcılık yürüyüş kürek yelken eskrim okçuluk bowling halter",
    "hobi": "resim çizim okumak okuyorum fotoğraf bahçe yemek örgü dikiş tığ seramik dans şarkı gitar piyano "
    "yürüyüş kamp balık bisiklet yüzme koşu yoga satranç bulmaca oyun yazmak şiir ahşap kayak sörf tırmanış "
    "koleksiyon",
    "hayvan": "köpek kedi kuş muhabbet papağan hamster tavşan kaplumbağa balık inek koyun keçi tavuk ördek yılan "
    "kertenkele kurbağa fare sincap geyik kurt tilki aslan kaplan fil maymun yunus balina",
    "oyun": "satranç dama tavla okey monopoly scrabble poker iskambil batak bulmaca domino tabu catan minecraft "
    "mario zelda pokemon konsol playstation xbox nintendo",
    "yemek yiyecek tarif atıştırmalık": "pizza makarna spagetti lazanya çorba güveç salata sandviç burger pilav "
    "erişte suşi köri dürüm döner kebap köfte biftek tavuk balık somon karides yumurta omlet menemen krep ekmek "
    "peynir patates mantı börek dolma sarma pide lahmacun pasta kek kurabiye çikolata puding yoğurt",
    "tatlı": "pasta kek kurabiye çikolata puding baklava künefe dondurma sütlaç lokum helva tiramisu muhallebi",
    "içecek": "kahve çay süt ayran limonata kola bira şarap rakı kokteyl viski votka salep boza espresso şerbet",
    "meyve": "elma muz portakal üzüm çilek kiraz şeftali armut erik mango ananas karpuz kavun kivi limon avokado "
    "incir nar",
    "sebze": "havuç brokoli ıspanak marul domates salatalık soğan sarımsak biber patates mısır bezelye fasulye "
    "lahana kabak patlıcan mantar kereviz",
    "enstrüman çalgı": "gitar piyano keman davul flüt klarnet saksafon trompet çello bağlama saz ud akordeon mızıka",
    "müzik şarkı": "rock pop caz blues klasik rap metal türkü arabesk reggae punk tekno konser albüm",
    "akraba aile kardeş": "anne annem baba babam abi ağabey abla kardeş oğlum kızım eşim karım kocam anneanne "
    "babaanne dede teyze amca dayı kuzen yeğen çocuk",
    "ülke": "amerika kanada meksika brezilya arjantin ingiltere irlanda iskoçya fransa almanya italya ispanya "
    "portekiz yunanistan türkiye polonya isveç norveç danimarka finlandiya hollanda belçika isviçre avusturya "
    "rusya ukrayna çin japonya kore tayland vietnam hindistan endonezya avustralya mısır fas kenya iran "
    "azerbaycan",
    "şehir kent": "istanbul ankara izmir bursa antalya adana konya trabzon eskişehir gaziantep diyarbakır londra "
    "paris roma berlin madrid barselona amsterdam viyana prag atina moskova tokyo pekin york",
    "gezi seyahat tatil": "plaj sahil deniz dağ ada göl orman park müze kale cami kilise uçak otel tekne kamp "
    "paris roma londra italya fransa ispanya yunanistan bodrum antalya kapadokya fethiye",
    "kıyafet giysi giyim": "gömlek pantolon kot elbise etek ceket mont kazak şapka bere atkı eldiven çorap "
    "ayakkabı sandalet takım bluz şort kolye küpe bileklik",
    "renk": "kırmızı mavi yeşil sarı turuncu mor pembe kahverengi siyah beyaz gri gümüş turkuaz",
    "araç taşıt ulaşım": "araba kamyon otobüs bisiklet motosiklet tren uçak gemi vapur minibüs metro tramvay",
    "meslek": "öğretmen doktor hemşire avukat mühendis programcı yazılımcı tasarımcı sanatçı yazar oyuncu müzisyen "
    "aşçı garson barista kasiyer muhasebeci bilim araştırmacı polis itfaiyeci asker tamirci elektrikçi "
    "tesisatçı marangoz çiftçi fotoğrafçı gazeteci danışman stajyer staj psikolog",
    "hastalık sakatlık": "grip ateş covid öksürük migren astım alerji diyabet kanser iltihap ağrı ameliyat hastane "
    "nezle",
    "ders bölüm": "matematik fizik kimya biyoloji tarih coğrafya edebiyat ekonomi psikoloji felsefe sosyoloji "
    "mühendislik tıp hukuk istatistik",
    "kitap roman": "okudum okuyorum roman yazar polisiye fantastik biyografi bölüm kütüphane",
    "film dizi": "izledim izliyorum sinema netflix komedi dram korku gerilim belgesel oyuncu yönetmen",
    "sanat": "resim çizim heykel seramik fotoğraf suluboya tuval örgü dikiş ebru",
    "dans": "bale salsa tango vals halay zeybek horon",
    "bitki çiçek": "lale papatya zambak ayçiçeği orkide lavanta kaktüs fesleğen nane menekşe",
    "bayram kutlama": "ramazan kurban yılbaşı düğün nişan yıldönümü parti",
    "cihaz elektronik": "telefon laptop bilgisayar tablet kamera kulaklık konsol yazıcı klavye monitör televizyon",
    "mobilya": "masa sandalye kanepe koltuk yatak raf kitaplık lamba dolap",
    "dil": "türkçe ingilizce ispanyolca fransızca almanca italyanca portekizce çince japonca korece arapça rusça "
    "latince",
    "duygu": "mutlu üzgün kızgın heyecanlı gergin kaygılı gururlu stresli endişeli kıskanç minnettar",
    "bağış hayırseverlik": "barınak evsiz dernek vakıf bağışladım gönüllü",
}
