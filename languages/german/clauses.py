"""Where German sentences end, and which words in them say nothing."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Clauses, anycase

CLAUSES = Clauses(
    abbreviations="nr|bzw|ca|inkl|evtl|ggf|vgl",
    begins_sentence="ich|wir|aber|und dann|übrigens|außerdem|mein|meine",
    captions="bild|foto|grafik|sprachnachricht|datei|anhang",
    openers=anycase(
        r"^(?:(?:hallo|hi|hey|moin|servus|guten (?:morgen|tag|abend)|ja|nein|nee|doch|ok(?:ay)?|gut|klar|genau|stimmt|"
        r"danke(?: dir| schön| sehr)?|vielen dank|bitte|super|toll|prima|schön|ach(?: so)?|oh|hm+|na ja|naja|tja|also|"
        r"übrigens|apropos|ehrlich gesagt|eigentlich|wie gesagt|wie (?:ich )?(?:schon )?(?:gesagt|erwähnt)|"
        r"zur erinnerung|nur damit du es weißt|stell dir vor|weißt du|leider|sorry|entschuldigung|und|aber|außerdem|"
        rf"noch (?:et)?was|bevor ich(?: es|[’']s) vergesse|"
        rf"gute nachrichten|eine bitte)(?:,?\s+(?-i:[{CAPITALS}])\w+)?\s*[,:!.…–—-]+\s*|"
        r"(?:übrigens|also|außerdem) (?=ich\b|wir\b|mein|unser|nenn|antworte))+"
    ),
    hanging=anycase(
        r"^(?:er|sie|es|das|dies|dieser|diese|dieses|dort|da|damit|dafür|daran|davon|dazu) (?!ich|wir|mein)\w+"
    ),
    courtesies=(
        r"(?:guten )?(?:morgen|tag|abend)|gute nacht|schlaf gut|hallo|hi|hey|moin|servus|na|"
        r"wie gehts?(?: es)?(?: dir| ihnen| euch)?(?: heute| so)?|"
        r"wie (?:war|lauft|ist) (?:dein|euer|ihr)e? (?:tag|abend|woche|wochenende)(?: so| bisher)?|"
        r"mir gehts?(?: es)?(?: auch| sehr| ganz)* (?:gut|prima|super)|(?:auch |sehr |ganz )*gut|"
        r"und (?:dir|ihnen|euch|selbst|bei dir)|(?:vielen )?danke?(?: dir| schon| sehr)?(?: (?:fur )?(?:der|die) "
        r"nachfrage)?|(?:schon|gut) (?:von dir zu horen|dich zu sehen)|bis (?:morgen|bald|dann|spater|nachher)|tschuss|"
        r"auf wiedersehen|mach(?:s| es) gut|(?:einen )?schonen (?:tag|abend)(?: noch)?|"
        r"(?:ein )?schones wochenende|gern geschehen"
    ),
    before_names=words("hallo hi hey moin servus na danke tschüss gut dir euch bald später morgen"),
    chatter=words(
        """
    abend abends vergesse vergessen merke herzlich herzliche herzlichen glückwunsch glückwünsche oft öfter laufe heißen
    aktuell alt alte anders anfang arbeiten bald bekommen besonders besser beste bestimmt bisschen bitte bleiben brauche
    brauchen danke dinge eigentlich einfach endlich erst erste erzähl erzählen fast finde finden frage fragen freue
    freut früher gab ganz ganze geben gefällt gehen geht gemacht genau gern gerne gestern gesagt gibt glaube gleich gut
    gute guten guter hallo halt heißt heute hilfe hoffe idee jahr jahre jahren klar klein kleine klingt komme kommen
    kommt lange lass lassen leben letzte letzten letztes leute lieber macht mache machen mal mehr mensch menschen
    minuten monat monate monaten montag morgen morgens nachricht name natürlich neu neue neuen nie nächste nächsten
    nächstes okay paar problem richtig sache sachen sage sagen sagt schade schlecht schöne seh sehe sehen sicher sieht
    sofort stimmt stunden super tag tage tagen tipps toll tun übrigens uhr ungefähr unbedingt vielleicht vorher weiß
    weit weitere wenig weniger wichtig wirklich wissen woche wochen wochenende wunderbar zeit zuerst zurück zusammen
    """
    ),
)
