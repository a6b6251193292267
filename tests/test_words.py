"""How the site speaks: words that were replaced do not come back, and sentences do not open as proverbs do."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.french import find_loose_marks
from tools.messages import read_translations

ENGLISH = """
Time for a decision
Time to decide together
has the clock decide
the other is set aside, unseen
Played in this house
You lose this time
works for the other side
with an intel
misses the Insider’s side
comes to pass
goes before all other rules
leafed through
I would end this game here
I would rather play on
I have a wish
Keep this wish
Let a stand-in play
Can’t go on?
next one waiting
What became of it
No more mails of this kind
quarter of an hour
do not go together
This page can send nothing any more
To the first page
Look into your mail
Put it away
Something else is being asked
Hold a card of the led suit and you must
intel reveal, Larry too
Only the Insider may
Only the Insider and
Only the Insider is
unless you are on
What the clock does
the clock decides
whoever
an intel lies
an intel on
an intel from
one intel and
the Insider’s victory
operator
line of talk
votes fall on
looked at again
open the cards
missions met
mission met
meet missions
level with
broke suit
break suit
whom you
somebody
everybody
drawn anew
clocks sleep
second step
a decoy beside
refused for good
come along
take it along
holds of you
until the last one is in
from the hand
made no guess
would pause the game
your password, or holds
on no side
a stand-in is
a stand-in takes
a stand-in plays
stand-ins
missed two decisions
next decision
one of your doors
opposing door
plus or minus
minus, it’s
time in the bank
waking hours
awake from
this table chats
get this email because
for programs
away until
""".strip().splitlines()
FRENCH = """
Perdu pour cette fois
est écartée sans que personne
en posant une mallette
ne se pose que sur
injouable
Cette partie se termine au plus tard
la personne que tu prends pour l’Espion
Elle t’attend, toi aussi
Le vote manque
Le vote ne désigne personne
partenaire de son choix
Tu ne peux plus jouer
Laisser jouer un remplaçant
Je voudrais arrêter
J’ai un souhait
Garder ce souhait
Mettre des bots aux places libres
Temps par décision
Temps pour décider ensemble
ou perdez
Les jeux de la maison
Qui voit les parties
Ce qui t’a été envoyé
Ce qu’il est devenu
refusés pour de bon
que voient les autres
Ta session est fermée
ne vont pas ensemble
n’as rien décidé
Tu te pointes
Doigts pointés
se sont manqués
Remplis ta planque
Hors jeu des deux côtés
les points décident
il reste les histoires
dans nos propres mots
se décide place par place
n’est pas sollicité
On te demande autre chose
Les mallettes révèlent l’Agente
Qui est l’Espion ?
Le vote a raté :
a pointé
Proposition
a proposé
rien proposé
rien proposer
Seul l’Espion
Seuls l’Espion
sauf dans le camp
l’horloge décide
Commencez
d’aucun camp
chemins croisés
malgré lui
Hommes Masqués
Tout le monde a désigné
un remplaçant
des remplaçants
prochaine décision
une de tes portes
Plus ou moins
réussite :
du côté des Agents
du côté de l’Espion
heures d’éveil
Debout de
Toujours à l’heure
s’il te plaît
parce que tu joues ici
nº
’email
un email
nos email
les email
""".strip().splitlines()
PROVERBS = {
    "en": re.compile(r"(?m)(^|[.!?] )((Whoever|Whatever|Somebody|Someone who)\b|Who (?!can |is )[^.?!:]*[.:])"),
    "fr": re.compile(r"(?m)(^|[.!?] )(Quiconque\b|Qui (?!peut |est )[^.?!:]*[.:])"),
}
"""A question may well ask who."""


def list_sentences(language: str) -> list[str]:
    """Return every sentence of the site in a language: in English the sources, in French the translations."""
    sentences: list[str] = []
    for message in read_translations("fr"):
        found: Any = message.string if language == "fr" else message.id
        if message.id:
            sentences += found if isinstance(found, list | tuple) else [found]
    return sentences


@pytest.mark.parametrize(("language", "replaced"), [("en", ENGLISH), ("fr", FRENCH)])
def test_words_that_were_replaced_do_not_come_back(language: str, replaced: list[str]) -> None:
    sentences = list_sentences(language)
    assert len(sentences) > 1000
    found = [sentence for sentence in sentences if any(words.lower() in sentence.lower() for words in replaced)]
    assert found == []


@pytest.mark.parametrize("language", PROVERBS)
def test_no_sentence_opens_as_a_proverb_does(language: str) -> None:
    found = [sentence for sentence in list_sentences(language) if PROVERBS[language].search(sentence)]
    assert found == []


def test_a_mark_of_french_follows_a_narrow_space() -> None:
    sentences = [re.sub(r"%\(\w+\)[sd]|\{\w+\}", "x", sentence) for sentence in list_sentences("fr")]
    assert [line for sentence in sentences for line in find_loose_marks(sentence)] == []


def test_templates_hold_no_text_of_their_own() -> None:
    """A word outside the catalogues would be read in English by all."""
    bare = re.compile(r">\s*[A-Za-zÀ-ÿ]{4,}[^<{]*<")
    found = []
    folders = (Path("templates"), *Path("games/titles").glob("*/templates"))
    for path in sorted(page for folder in folders for page in folder.rglob("*.html")):
        text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", blank(path), flags=re.S)
        found += [f"{path}: {match.group().strip()[:60]}" for match in bare.finditer(text)]
    assert [line for line in found if "inside job" not in line.lower()] == []


def blank(path: Path) -> str:
    """Return a template without what it translates."""
    text = path.read_text("utf-8")
    return re.sub(r"{% trans .*?{% endtrans %}", "", text, flags=re.S)
