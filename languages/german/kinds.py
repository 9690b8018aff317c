"""German words for kinds of things, and words for things of each kind; the kinds are the same as in English."""

from __future__ import annotations

KINDS = {
    "Sport Sportart Training": "Fußball Handball Basketball Volleyball Tennis Tischtennis Badminton Hockey Golf "
    "Rugby Schwimmen schwimme Radfahren Joggen jogge Marathon Yoga Pilates Fitnessstudio Karate Judo Boxen Ringen "
    "Turnen Skifahren Snowboard Eislaufen Surfen Klettern klettere Wandern wandere Rudern Segeln Fechten Kegeln "
    "Bowling Reiten",
    "Hobby Hobbys Freizeit Freizeitbeschäftigung": "malen male zeichnen zeichne lesen fotografieren fotografiere "
    "Garten gärtnern kochen koche backen backe stricken stricke nähen nähe häkeln töpfern tanzen tanze singen "
    "singe Gitarre Klavier wandern wandere Camping angeln Radfahren schwimmen schwimme laufen Yoga Schach Puzzle "
    "zocken schreiben klettern segeln reiten sammeln sammle",
    "Tier Tiere Haustier Haustiere": "Hund Welpe Katze Kater Kätzchen Vogel Wellensittich Papagei Hamster "
    "Kaninchen Hase Schildkröte Fisch Goldfisch Pferd Pony Kuh Schwein Schaf Ziege Huhn Hühner Ente Schlange "
    "Eidechse Frosch Maus Ratte Meerschweinchen Eichhörnchen Reh Wolf Fuchs Löwe Tiger Elefant Affe Delfin Wal "
    "Hai",
    "Spiel Spiele": "Schach Monopoly Scrabble Poker Skat Doppelkopf Karten Puzzle Domino Quiz Siedler Uno "
    "Minecraft Mario Zelda Pokemon Konsole Playstation Xbox Nintendo",
    "Essen Gericht Gerichte Speise Mahlzeit Rezept Rezepte Imbiss": "Pizza Nudeln Spaghetti Lasagne Suppe Eintopf "
    "Salat Brot Brötchen Burger Reis Sushi Curry Döner Schnitzel Steak Hähnchen Rindfleisch Lachs Fisch Garnelen "
    "Tofu Eier Omelett Pfannkuchen Waffeln Käse Kartoffeln Pommes Braten Auflauf Knödel Klöße Spätzle Kuchen "
    "Torte Kekse Muffins Schokolade Pudding Joghurt Müsli Wurst Bratwurst",
    "Nachtisch Dessert Süßigkeit": "Kuchen Torte Kekse Muffins Schokolade Pudding Eis Tiramisu Käsekuchen Mousse "
    "Donuts Bonbons Gebäck Strudel",
    "Getränk Getränke": "Kaffee Tee Saft Wasser Milch Limonade Cola Bier Wein Sekt Cocktail Whisky Wodka Rum "
    "Smoothie Espresso Cappuccino Schorle Kakao",
    "Obst Frucht Früchte": "Apfel Äpfel Banane Orange Trauben Erdbeeren Heidelbeeren Himbeeren Kirschen Pfirsich "
    "Birne Pflaume Mango Ananas Wassermelone Melone Kiwi Zitrone Avocado",
    "Gemüse": "Karotte Möhre Brokkoli Spinat Salat Tomate Gurke Zwiebel Knoblauch Paprika Kartoffel Mais Erbsen "
    "Bohnen Kohl Zucchini Aubergine Pilze Sellerie Kürbis",
    "Instrument Instrumente Musikinstrument": "Gitarre Klavier Geige Schlagzeug Flöte Klarinette Saxophon Trompete "
    "Cello Bass Harfe Ukulele Posaune Akkordeon Mundharmonika Orgel",
    "Musik Lied Lieder Band": "Rock Pop Jazz Blues Klassik Hiphop Rap Metal Schlager Volksmusik Reggae Punk Techno "
    "Konzert Album",
    "Verwandte Verwandten Familie Geschwister": "Mutter Mama Vater Papa Eltern Bruder Schwester Sohn Tochter "
    "Ehefrau Ehemann Großmutter Oma Großvater Opa Tante Onkel Cousin Cousine Nichte Neffe Kinder",
    "Land Länder": "USA Amerika Kanada Mexiko Brasilien England Großbritannien Irland Schottland Frankreich "
    "Deutschland Italien Spanien Portugal Griechenland Türkei Polen Schweden Norwegen Dänemark Finnland "
    "Niederlande Holland Belgien Schweiz Österreich Russland Ukraine China Japan Korea Thailand Vietnam Indien "
    "Indonesien Australien Neuseeland Ägypten Marokko Kenia Kroatien",
    "Stadt Städte": "Berlin Hamburg München Köln Frankfurt Stuttgart Leipzig Dresden Wien Zürich Bern London Paris "
    "Rom Madrid Barcelona Amsterdam Prag Istanbul Athen Moskau Tokio Peking Sydney York Boston Chicago",
    "Ort Orte Reise Reisen Reiseziel Urlaub": "Strand Berge Insel See Wald Park Museum Schloss Tempel Kirche Flug "
    "Hotel Kreuzfahrt Rundreise Wanderung Camping Paris Rom London Italien Frankreich Spanien Griechenland "
    "Österreich Schweiz Nordsee Ostsee Mallorca",
    "Kleidung Kleidungsstück": "Hemd Hose Jeans Kleid Rock Jacke Mantel Pullover Mütze Hut Schal Handschuhe Socken "
    "Schuhe Stiefel Turnschuhe Sandalen Anzug Bluse Kette Ohrringe Armband",
    "Farbe Farben": "rot blau grün gelb orange lila rosa braun schwarz grau gold silber türkis",
    "Fahrzeug Verkehrsmittel": "Auto Lastwagen Bus Fahrrad Motorrad Zug Bahn Flugzeug Boot Schiff Roller Straßenbahn",
    "Beruf Berufe": "Lehrer Lehrerin Arzt Ärztin Pfleger Krankenschwester Anwalt Anwältin Ingenieur Ingenieurin "
    "Programmierer Entwickler Entwicklerin Designer Künstler Schauspieler Musiker Koch Köchin Kellner Kassierer "
    "Manager Buchhalter Wissenschaftler Polizist Feuerwehrmann Soldat Mechaniker Elektriker Klempner Tischler "
    "Bauer Fotograf Journalist Berater Praktikum Praktikant",
    "Krankheit Krankheiten Verletzung Beschwerden": "Grippe Fieber Corona Husten Kopfschmerzen Migräne Asthma "
    "Allergie Diabetes Krebs Arthritis Entzündung Schmerzen verstaucht Operation Krankenhaus",
    "Fach Fächer Studienfach Studium": "Mathe Mathematik Physik Chemie Biologie Geschichte Erdkunde Literatur "
    "Wirtschaft Psychologie Philosophie Soziologie Medizin Jura Informatik Statistik",
    "Buch Bücher Literatur Roman Autor": "gelesen lese Roman Autor Krimi Thriller Biografie Kapitel Trilogie Bücherei",
    "Film Filme": "gesehen geguckt geschaut Kino Netflix Folge Komödie Drama Horror Thriller Dokumentation "
    "Schauspieler Regisseur",
    "Kunst Handwerk": "malen zeichnen Skizze Skulptur Töpfern Keramik Fotografie Aquarell Leinwand stricken nähen "
    "häkeln Origami",
    "Tanz Tänze": "Ballett Hiphop Salsa Tango Walzer Discofox",
    "Pflanze Blume": "Rose Tulpe Gänseblümchen Lilie Sonnenblume Orchidee Lavendel Kaktus Basilikum Minze Farn Kräuter",
    "Feiertag Fest Feste": "Weihnachten Ostern Silvester Halloween Ramadan Geburtstag Hochzeit Jahrestag Karneval "
    "Party",
    "Gerät Geräte Elektronik": "Handy Smartphone Laptop Computer Rechner Tablet Kamera Kopfhörer Konsole Drucker "
    "Tastatur Bildschirm Fernseher",
    "Möbel Möbelstück": "Tisch Stuhl Schreibtisch Sofa Bett Regal Bücherregal Lampe Schrank Kommode Sessel",
    "Sprache Sprachen": "Deutsch Englisch Spanisch Französisch Italienisch Portugiesisch Chinesisch Japanisch "
    "Koreanisch Arabisch Russisch Türkisch Niederländisch Griechisch Latein Polnisch Schwedisch",
    "Gefühl Gefühle Stimmung": "glücklich traurig wütend aufgeregt nervös ängstlich stolz einsam gestresst besorgt "
    "frustriert überfordert erleichtert eifersüchtig dankbar",
    "Wohltätigkeit Ehrenamt Spende": "Tierheim Obdachlose Obdachlosenheim Spendenaktion spenden gespendet "
    "ehrenamtlich Freiwillige",
}
