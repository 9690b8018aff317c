"""Who and what is spoken of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.entities import ENTITIES, find_entities, take_entities
from archivists.round_policy import RoundPolicy
from graph.values.changes import NewEntity, ReviseEntity
from graph.values.items import Author, EntityType
from tests.archivists.building import TALK, entity, read, talk_of, window_of

POLICY = RoundPolicy()


def found(*lines: str) -> dict[str, NewEntity]:
    """What is proposed for a talk, by name."""
    return {change.name: change for change in find_entities(window_of(talk_of(*lines)), POLICY)}


def test_names_inside_a_sentence_are_entities() -> None:
    """A capital where only names have one is enough; the message that names it is linked."""
    changes = found("Nora: We met Sigrid near the harbour.", "Ola: And who is she?")

    assert changes == {"Sigrid": NewEntity(name="Sigrid", type=EntityType.PERSON, mentioned_in=("m00000001",))}


@pytest.mark.parametrize(
    "line",
    [
        "Nora: Thanks! Hey, I'm happy. Great news, Monday works. See you in June!",
        "Nora: Yes, I agree. Painting helps me. Awesome!",
        "Nora: I AM SO HAPPY ABOUT THE HOUSE",
        "Ayşe: Merhaba! Teşekkürler. Salı günü görüşürüz. Bence Ocak ayında olur.",
        "assistant: You should ask Sigrid about Define Your Scope.",
        "Nora: # Project Plan\n- Setup Phase\n```\nclass Harbour: pass\n```",
    ],
)
def test_other_capitals_are_no_entities(line: str) -> None:
    """Greetings, days, shouting, advice and headings name nobody."""
    assert found(line) == {}


def test_word_at_the_start_needs_more() -> None:
    """Where any word is capitalised, one mention is not enough; two that do something are."""
    assert found("Nora: Sigrid is late.") == {}
    assert "Sigrid" in found("Nora: Sigrid is late.", "Nora: Sigrid said so.")


def test_word_that_is_also_written_small_is_no_name() -> None:
    """What stands in small letters elsewhere is a common word."""
    assert found("Nora: My Garden is a joy.", "Ola: I like a garden too.") == {}


def test_titles_belong_to_the_name_and_not_to_its_alias() -> None:
    """Somebody with a title is known without it too."""
    changes = found("Ayşe: Mehmet Bey aradı.", "Nora: Then I saw Dr. Lund.")

    assert changes["Mehmet Bey"].aliases == ("Mehmet",)
    assert changes["Dr. Lund"].aliases == ("Lund",)


def test_speaker_is_known_by_the_given_name() -> None:
    """The first word of a speaker's full name is an alias."""
    assert found("Nora Lund: Hello there.")["Nora Lund"].aliases == ("Nora",)


def test_shared_given_name_is_nobodys_alias() -> None:
    """Two Noras are told apart by their full names."""
    assert found("Nora Lund: Hello.", "Nora Berg: Hello.") == {}


def test_title_is_no_given_name() -> None:
    """Nobody is called "The" or "Dr."; a smith called Boran is Boran."""
    changes = found("Dr. Lund: Hello.", "The Stranger: Hello.", "Demirci Boran: Selam.")

    assert {name: change.aliases for name, change in changes.items()} == {
        "Dr. Lund": ("Lund",),
        "Demirci Boran": ("Boran",),
    }


def test_nickname_in_addresses_is_an_alias() -> None:
    """Called so twice by another speaker, a short form is the only participant it can mean."""
    changes = found("Ola: Hey Kath! You there?", "Katharina: Yes.", "Ola: Thanks, Kath!")

    assert changes["Katharina"].aliases == ("Kath",)
    assert "Kath" not in changes


@pytest.mark.parametrize(
    ("said", "called"),
    [("I'm Kate.", "Hey Kate!"), ("Ich bin Kate.", "Hallo Kate!"), ("Ben Kate.", "Merhaba Kate!")],
    ids=["en", "de", "tr"],
)
def test_another_name_that_a_speaker_gives_is_an_alias_if_others_use_it(said: str, called: str) -> None:
    """ "I'm Kate" may as well be "I'm German", and where Kate is somebody else already, nobody is joined."""
    alone = found(f"Emi: {said}", "Ola: It rains.")
    used = found(f"Emi: {said}", f"Ola: {called}")
    taken = found(f"Emi: {said}", f"Ola: {called}", "Kate: It rains.")

    assert "Emi" not in alone
    assert used["Emi"].aliases == ("Kate",)
    assert "Emi" not in taken


def test_nickname_said_once_is_left_alone() -> None:
    """Once could be a slip: neither an alias nor a new person."""
    assert found("Ola: Hey Kath! You there?", "Katharina: Yes.") == {}


def test_name_spoken_of_is_not_taken_for_a_nickname() -> None:
    """Somebody who is spoken about is not the listener, however the name begins."""
    changes = found("Ola: I met Kat today.", "Katharina: Who?", "Ola: My cousin Kat lives here.")

    assert changes["Kat"].type is EntityType.PERSON


def test_known_entity_is_linked_where_it_was_not() -> None:
    """Messages that came before an entity was known are linked when they are read."""
    window = window_of(talk_of("Nora: Bergen is wet.", "Nora: I like Bergen."), entities=[entity("Bergen")])
    linked = replace(window, mentions={"m00000001": frozenset({"e-bergen"})})

    assert find_entities(linked, POLICY) == [
        NewEntity(name="Bergen", type=EntityType.PERSON, mentioned_in=("m00000002",))
    ]


def test_unknown_type_is_settled_by_two_signs() -> None:
    """An entity of unknown type becomes what the talk shows it to be more than once."""
    known = entity("Tromsø", kind=EntityType.UNKNOWN)
    window = window_of(talk_of("Nora: I live in Tromsø.", "Nora: We moved to Tromsø."), entities=[known])

    assert find_entities(window, POLICY)[0].type is EntityType.PLACE


def test_window_without_messages_proposes_nothing() -> None:
    """A round that only closes a conversation looks for no names."""
    window = replace(window_of(talk_of("Nora: I met Sigrid.")), messages=())

    assert find_entities(window, POLICY) == []


def test_no_more_than_the_maximum_are_new() -> None:
    """A list of names does not flood the graph."""
    names = ["Berit", "Dagny", "Eldrid", "Frida"]
    window = window_of(talk_of(*(f"Nora: I met {name} there." for name in names)))

    changes = find_entities(window, RoundPolicy(entities_max=3))

    assert [change.name for change in changes] == ["Berit", "Dagny", "Eldrid"]


def test_shared_surname_is_nobodys_alias() -> None:
    """Between two titles of one name, the bare name leads to neither; a known one keeps it."""
    two = found("Nora: I met Dr. Reed and later Mrs. Reed in Oslo.")
    window = window_of(talk_of("Nora: I met Dr. Reed in Oslo."), entities=[entity("Nora"), entity("Reed")])
    one = {change.name: change for change in find_entities(window, POLICY)}

    assert (two["Dr. Reed"].aliases, two["Mrs. Reed"].aliases) == ((), ())
    assert one["Dr. Reed"].aliases == ()


@pytest.mark.parametrize(
    ("said", "aliases"),
    [
        ("I'm Selin Karaca, but please call me Sel.", ("Selin Karaca", "Sel")),
        ("My name is Selin Karaca.", ("Selin Karaca",)),
        ("Benim adım Selin Karaca, bana kısaca Sel de.", ("Selin Karaca", "Sel")),
        ("I'm Turkish, and I'm with Defne Kaya.", ()),
    ],
)
def test_speakers_say_what_they_are_called(said: str, aliases: tuple[str, ...]) -> None:
    """A full name that begins with the sender's, and what somebody asks to be called, are names of the sender."""
    changes = found(f"Selin: {said}")

    assert (changes["Selin"].aliases if "Selin" in changes else ()) == aliases
    assert not {name for name in changes if name.startswith("Selin ") or name == "Sel"}


def test_relative_before_a_place_is_parted_from_it() -> None:
    """Annem Nermin Trabzon'da yaşıyor: a person and a place, not one long name."""
    changes = found("Selin: Bir de annem Nermin Trabzon'da yaşıyor.")

    assert {name: change.type for name, change in changes.items() if name != "Selin"} == {
        "Nermin": EntityType.PERSON,
        "Trabzon": EntityType.PLACE,
    }


def test_called_behind_a_place_makes_no_person() -> None:
    """A guesthouse in Ayder called Yayla Evi is nobody."""
    changes = found("Selin: Marc knows a guesthouse in Ayder called Yayla Evi.")

    assert changes["Ayder"].type is EntityType.UNKNOWN
    assert changes["Yayla Evi"].type is EntityType.UNKNOWN


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("Bir ablası Sevgi Ankara'da yaşıyor.", {"Sevgi": "person", "Ankara": "place"}),
        ("Ablam Sevgi Ankara'dan geldi.", {"Sevgi": "person", "Ankara": "place"}),
        ("Kardeşim Emre Almanya'da, Köln'de mühendis.", {"Emre": "person", "Almanya": "unknown", "Köln": "unknown"}),
        ("Avukatım Pınar Hanım aradı.", {"Pınar Hanım": "person"}),
        ("Dün Yüzbaşı Oğuz geldi.", {"Yüzbaşı Oğuz": "person"}),
        ("Haftaya Bursa'ya gidiyoruz.", {"Bursa": "place"}),
        ("Sunucular İzmir'de duruyor.", {"İzmir": "unknown"}),
        ("Çalıştığım şirketin adı Mavi Defter.", {"Mavi Defter": "unknown"}),
        ("Babaannem Bodrum'dan göndermiş.", {"Bodrum": "unknown"}),
        ("Dün Ege Üniversitesi'nde ders vardı.", {"Ege Üniversitesi": "organisation"}),
        ("Geçen yıl New York'ta kaldık.", {"New York": "place"}),
    ],
)
def test_turkish_names_end_where_the_next_begins(line: str, kinds: dict[str, str]) -> None:
    """Who somebody is to the speaker, a day and a place behind a person are no part of the person's name."""
    assert {name: change.type.value for name, change in found(f"Elif: {line}").items()} == kinds


def test_title_leads_to_the_speaker_who_is_so_addressed() -> None:
    """Mert, who is called Mert Bey and says that he is Mert Aydın, is one person."""
    changes = found("Mert: Selam, ben Mert Aydın.", "Derya: Memnun oldum Mert Bey.")

    assert {name: set(change.aliases) for name, change in changes.items()} == {"Mert": {"Mert Aydın", "Mert Bey"}}


def test_titles_of_books_are_no_persons() -> None:
    """A lord of something has no name."""
    assert found("Nora: We watched Lord of the Fjords again.")["Lord of the Fjords"] == NewEntity(
        name="Lord of the Fjords", type=EntityType.UNKNOWN, mentioned_in=("m00000001",)
    )


def test_doing_at_the_start_is_no_name() -> None:
    """A gerund stands first as often as it likes."""
    assert found("Nora: Kayaking is fun.", "Ola: Kayaking was great.") == {}


def test_who_is_visited_may_be_a_person() -> None:
    """Where somebody goes to is a place; a visit alone does not tell."""
    types = found("Nora: I want to visit Maria.", "Nora: We drove to Bergen.")

    assert (types["Maria"].type, types["Bergen"].type) == (EntityType.UNKNOWN, EntityType.PLACE)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Nora: I met Greg at Studio 9, and we talked.", {"Greg", "Studio 9"}),
        ("Nora: I sang at Studio No. 5 and at Studio No. 7.", {"Studio No. 5", "Studio No. 7"}),
        ("Nora: The talk is in MCC Room 204.", {"MCC Room 204"}),
        ("Nora: I bought an iPhone and a Pixel 7 Pro there.", {"Pixel 7 Pro"}),
        ("Nora: I met Sigrid 3 times near Bergen.", {"Sigrid", "Bergen"}),
        ("Nora: I watched the World Cup 2018 final in Moscow.", {"World Cup 2018", "Moscow"}),
        ("Nora: We moved to Bergen 2018.", {"Bergen"}),
        ("Nora: We flew to New York 2019 with Sigrid.", {"New York", "Sigrid"}),
        ("Ayşe: Muhasebecimiz Kerem Bey aradı.", {"Kerem Bey"}),
        ("Ayşe: Dün Dünya Kupası 2018'i izledik.", {"Dünya Kupası 2018"}),
        ("Nora: We wait until May 8 with Sigrid 12 minutes away.", {"Sigrid"}),
        ("Ayşe: Dün Stüdyo 9'da Kerem'i gördüm.", {"Stüdyo 9", "Kerem"}),
        ("Ayşe: Bizim Elif 9 yaşında, Can 5 yaşında.", set()),
    ],
)
def test_number_at_the_end_belongs_to_the_name(line: str, names: set[str]) -> None:
    """Studio 9 is no Studio; what a number counts is no part of the name before it."""
    assert names <= set(found(line)) and not {name for name in found(line) if name[-1].isdigit()} - names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Nora: I like Iron Man most.", "Iron Man"),
        ("Nora: We saw Star Wars on a trip to Costa Rica.", "Costa Rica"),
        ("Nora: We saw Star Wars on a trip to Costa Rica.", "Star Wars"),
        ('Nora: I watched "Little Women" twice.', "Little Women"),
        ("Nora: She reads The New Yorker.", "New Yorker"),
        ("Nora: The book is The Wheel of Time.", "Wheel of Time"),
        ("Nora: I asked Knut I'm sure.", "Knut"),
    ],
)
def test_common_word_with_a_capital_is_part_of_the_name(line: str, name: str) -> None:
    """Inside a sentence nothing else asks for its capital; an article and "I'm" are no part of a name."""
    assert name in found(line)


@pytest.mark.parametrize("line", ["Nora: Hey Thanks!", "Nora: Last Friday. On Monday I'm off.", "Nora: A REST API."])
def test_words_that_are_no_names_make_none_together(line: str) -> None:
    """Greetings and days stay what they are, however many stand in a row."""
    assert found(line) == {}


def test_nickname_of_two_letters_is_an_alias() -> None:
    """Jo is Joanna, called so twice."""
    assert found("Nate: Hey Jo, hi!", "Joanna: Yes?", "Nate: Thanks, Jo!")["Joanna"].aliases == ("Jo",)


def test_entities_are_those_that_messages_name() -> None:
    """A name that nobody said is passed over, as is a known one; a type counts more than that by rules."""
    window = window_of(talk_of(*TALK, "Nora: We saw Solvik again."))
    answer = read(
        window,
        entities=[
            {"name": "Bergen", "type": "person", "aliases": []},
            {"name": "Solvik", "type": "thing", "aliases": []},
            {"name": "Pixel", "type": "unknown", "aliases": ["Pix", "Nora"]},
            {"name": "Ferr", "type": "thing", "aliases": []},
            {"name": "Nora", "type": "place", "aliases": []},
            {"name": "user", "type": "person", "aliases": []},
        ],
    )

    found = take_entities(window, answer, POLICY)

    new = [each for each in found if isinstance(each, NewEntity)]
    assert new == found
    assert [(each.name, each.type, each.aliases, each.mentioned_in, each.author) for each in new] == [
        ("Bergen", EntityType.PERSON, (), ("m00000001",), Author.MODEL),
        ("Solvik", EntityType.THING, (), ("m00000004",), Author.MODEL),
        ("Pixel", EntityType.UNKNOWN, (), ("m00000003",), Author.MODEL),
    ]


def test_the_models_types_count_more() -> None:
    """A cat that is visited is no place, nor is a firm that somebody works at; who speaks stays a person."""
    window = window_of(
        talk_of("Nora: I visited Pixel at the vet.", "Nora: I work at Equinor.", "Nora: Pixel is a cat."),
        entities=[entity("Nora"), entity("Equinor", kind=EntityType.PLACE)],
    )
    answer = read(
        window,
        entities=[
            {"name": "Pixel", "type": "thing"},
            {"name": "Equinor", "type": "organisation"},
            {"name": "Nora", "type": "thing"},
        ],
    )

    found = take_entities(window, answer, POLICY)

    types = {each.name: each.type for each in found if isinstance(each, NewEntity)}
    assert types["Pixel"] is EntityType.THING
    assert [(each.entity, each.type) for each in found if isinstance(each, ReviseEntity)] == [
        ("e-equinor", EntityType.ORGANISATION)
    ]


def test_another_name_that_a_model_sees_is_an_alias() -> None:
    """Of somebody known or new, and no entity of its own, as rules have it; whichever name the model puts first."""
    window = window_of(
        talk_of("Emi: Liza and Bella met in Los Angeles.", "Paola: LA is fun, Bella.", "Emi: Boo, says Liza's cat."),
        entities=[entity("Emi"), entity("Paola")],
    )
    answer = read(
        window,
        entities=[
            {"name": "Emi", "type": "person", "aliases": ["Bella", "Paola", "Nobody"]},
            {"name": "Liza", "type": "person", "aliases": ["Paola"]},
            {"name": "Los Angeles", "type": "place", "aliases": ["LA"]},
        ],
    )

    found = [each for each in take_entities(window, answer, POLICY) if isinstance(each, NewEntity)]

    assert {each.name: (each.type, each.aliases, each.mentioned_in) for each in found} == {
        "Emi": (EntityType.PERSON, ("Bella",), ("m00000001", "m00000002")),
        "Paola": (EntityType.PERSON, ("Liza",), ("m00000001", "m00000003")),
        "Los Angeles": (EntityType.PLACE, ("LA",), ("m00000001", "m00000002")),
    }


def test_another_name_of_another_type_or_of_somebody_known_is_no_alias() -> None:
    """Nobody is a city, and two that are known are merged by a question about both."""
    window = window_of(
        talk_of("Nora: I visited Bergen with Ola."), entities=[entity("Nora"), entity("Ola"), entity("Kari")]
    )
    answer = read(
        window,
        entities=[
            {"name": "Nora", "type": "person", "aliases": ["Ola"]},
            {"name": "Bergen", "type": "place", "aliases": ["Nora"]},
        ],
    )

    found = [each for each in take_entities(window, answer, POLICY) if isinstance(each, NewEntity)]

    assert [(each.name, each.type, each.aliases) for each in found if each.name != "Ola"] == [
        ("Bergen", EntityType.PLACE, ())
    ]


def test_what_a_model_names_stands_alone() -> None:
    """Rules would add a part of a title, a day of the week and somebody in a novel."""
    window = window_of(talk_of("Nora: I love The Alchemist on Sundays.", "Nora: In it Walburga met The Alchemist."))
    assert {"Alchemist", "Sundays", "Walburga"} <= {each.name for each in find_entities(window, POLICY)}

    found = take_entities(window, read(window, entities=[{"name": "The Alchemist", "type": "thing"}]), POLICY)

    assert [each.name for each in found if isinstance(each, NewEntity)] == ["The Alchemist"]


def test_who_has_a_new_name_is_called_by_it() -> None:
    """The former name becomes another name."""
    window = window_of(
        talk_of("Nora: Daniel is Dana now."), entities=(replace(entity("Daniel"), type=EntityType.PERSON),)
    )
    named = [{"name": "Dana", "type": "person", "aliases": ["Daniel"]}]

    found = take_entities(window, read(window, entities=named), POLICY)

    assert [each.name for each in found if isinstance(each, ReviseEntity)] == ["Dana"]


def test_a_date_is_no_part_of_the_models_name() -> None:
    """Rules see "Aslı Yıldız 18" where a day stands behind a name."""
    window = window_of(talk_of("Nora: Kız kardeşim Aslı Yıldız 18 Nisan'da evleniyor."))
    named = [{"name": "Aslı Yıldız", "type": "person"}]

    assert [each.name for each in take_entities(window, read(window, entities=named), POLICY)][-1:] == ["Aslı Yıldız"]


def test_a_long_name_may_have_endings() -> None:
    """ "In der Alten Brüderkirche" names Alte Brüderkirche; what nobody names is told as left out."""
    window = window_of(talk_of("Nora: Wir feiern in der Alten Brüderkirche."))
    named = [{"name": "Alte Brüderkirche", "type": "place"}, {"name": "Schloss", "type": "place"}]
    assert ENTITIES.from_answer is not None

    told = ENTITIES.from_answer(Proposal(window=window), read(window, entities=named), POLICY)

    assert [each.name for each in told.entities] == ["Alte Brüderkirche"]
    assert told.lost == ("“Schloss”: no new message names it",)
