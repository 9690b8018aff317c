"""German words that are not topics."""

from __future__ import annotations

from languages.folding import words
from languages.language import Topics

TOPICS = Topics(
    asks_noun=r"(?i)^(?:was|wer) (?:ist|sind|war|waren) (?:(?:der|die|das|ein|eine) )?",
    chatter=words(
        """
    abend abends vergesse vergessen merke
    herzlich herzliche herzlichen glückwunsch glückwünsche oft öfter laufe heißen anderen
    aktuell alt alte anders anfang arbeiten auf bald bekommen besonders besser beste bestimmt bisschen
    bitte bleiben brauche brauchen danke dinge eigentlich einfach endlich erst erste erzähl erzählen fast finde finden
    frage fragen freue freut früher gab ganz ganze geben gefällt gehen geht gemacht genau gern gerne gestern gesagt
    gibt glaube gleich gut gute guten guter hallo halt hätte heißt heute hilfe hoffe idee jahr jahre jahren klar klein
    kleine klingt komme kommen kommt lange lass lassen leben letzte letzten letztes leute lieber macht mache machen
    mal mehr meine mensch menschen minuten monat monate monaten montag morgen morgens nachricht name natürlich neu
    neue neuen nie nächste nächsten nächstes okay paar problem richtig sache sachen sage sagen sagt schade schlecht
    schön schöne seh sehe sehen sicher sieht sofort stimmt stunden super tag tage tagen tipps toll tun übrigens
    uhr ungefähr unbedingt vielleicht vielen vorher weiß weit weitere wenig weniger wichtig wirklich wissen woche
    wochen wochenende wunderbar zeit zuerst zurück zusammen
    """
    ),
    feelings=(
        r"^(?:glück|gluck|froh|freud|freu|traurig|stolz|dankbar|hoffnung|hoffe|traum|mut$|mutig|kraft|liebe$|herz$|"
        r"seele|gefuhl|stress|mude|erschopf|spass|spaß|lach|aufgereg|spannend|toll|schon$|wunder|angst$|sorge|muhe|"
        r"ziel$|erfolg|herausforder|chance|moment|erinner|zukunft|vergangen|welt$|leben$|mensch)"
    ),
    no_topic=r"(?:iert|ierst|ieren|lich|ig|ische|ischen|zu(?:lernen|machen|sehen|gehen))$",
    endings=r"(?:en|ern|em|er|es|e|n|s)$",
)
