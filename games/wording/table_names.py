"""Names of tables.

A table keeps the key of a word. Only add words, and none that is a password of a title.
"""

import secrets
from collections.abc import Collection
from hashlib import sha256

from django.utils.translation import get_language, gettext

# A key, its French word and, where players read another English word than the key, that word.
PAIRS = """
Amber Ambre, Juniper Genièvre, Saffron Safran, Cinnamon Cannelle, Nutmeg Muscade, Vanilla Vanille, Licorice Réglisse
Liquorice, Marzipan Massepain, Nougat Nougat, Caramel Caramel, Meringue Meringue, Macaroon Macaron Macaron, Brioche
Brioche, Waffle Gaufre, Pistachio Pistache, Hazelnut Noisette, Chestnut Châtaigne, Walnut Noix, Almond Amande, Apricot
Abricot, Quince Coing, Medlar Nèfle, Mirabelle Mirabelle, Tangerine Mandarine, Grapefruit Pamplemousse, Bergamot
Bergamote, Pomegranate Grenadine, Blackberry Mûre, Blueberry Myrtille, Gooseberry Cassis Blackcurrant, Rhubarb
Rhubarbe, Artichoke Artichaut, Fennel Fenouil, Parsley Persil, Tarragon Estragon, Chervil Cerfeuil, Rosemary Romarin,
Thyme Thym, Lavender Lavande, Camomile Camomille, Verbena Verveine, Hibiscus Hibiscus, Jasmine Jasmin, Magnolia
Magnolia, Camellia Camélia, Peony Pivoine, Dahlia Dahlia, Hyacinth Jacinthe, Primrose Primevère, Foxglove Digitale,
Cornflower Bleuet, Mistletoe Gui, Holly Houx, Ivy Lierre, Fern Fougère, Thistle Chardon, Heather Bruyère, Reed Roseau,
Bamboo Bambou, Willow Saule, Alder Aulne, Maple Érable, Cypress Cyprès, Larch Mélèze, Cedar Cèdre, Acacia Acacia,
Kingfisher Alcyon, Heron Héron, Egret Aigrette, Stork Cigogne, Crane Grue, Pelican Pélican, Cormorant
Cormoran, Puffin Macareux, Albatross Albatros, Plover Pluvier, Snipe Bécassine, Lapwing Vanneau, Skylark Alouette,
Nightingale Rossignol, Wren Roitelet, Siskin Tarin, Goldfinch Chardonneret, Bullfinch Bouvreuil, Starling Étourneau,
Jackdaw Choucas, Falcon Faucon, Kestrel Crécerelle, Osprey Balbuzard, Peacock Paon, Partridge Perdrix, Quail Caille,
Dormouse Loir, Hedgehog Hérisson, Badger Blaireau, Otter Loutre, Beaver Raton, Marmot Marmotte, Weasel Belette, Ermine
Hermine, Mongoose Mangouste, Lynx Lynx, Ocelot Ocelot, Chamois Chamois, Ibex Bouquetin, Gazelle Gazelle, Llama Lama,
Walrus Morse, Porpoise Marsouin, Narwhal Narval, Sturgeon Esturgeon, Mackerel Maquereau, Anchovy Anchois, Seahorse
Hippocampe, Cuttlefish Seiche, Periwinkle Bigorneau, Oyster Huître, Ladybird Coccinelle, Dragonfly Libellule, Firefly
Luciole, Cicada Cigale, Cricket Grillon, Beetle Scarabée, Quartz Quartz, Topaz Topaze, Sapphire Saphir, Garnet Grenat,
Opal Opale, Onyx Onyx, Jade Jade, Lapis Lapis, Turquoise Aigue-marine Aquamarine, Malachite Malachite, Basalt Basalte,
Granite Granit, Slate Ardoise, Chalk Craie, Flint Silex, Sandstone Grès, Cobalt Cobalt, Nickel Nickel, Pewter Étain,
Bronze Bronze, Platinum Platine, Ebony Ébène, Mahogany Acajou, Wicker Osier, Linen Lin, Flannel Flanelle, Tweed Tweed,
Muslin Mousseline, Taffeta Taffetas, Cashmere Cachemire, Corduroy Gabardine Gabardine, Brocade Brocart, Gingham
Madras, Poplin Popeline, Satin Satin, Tassel Pompon, Ribbon Ruban, Bobbin Bobine, Parasol Ombrelle, Beret Béret,
Mitten Moufle, Slipper Pantoufle, Clog Sabot, Galosh Galoche, Teapot Théière, Samovar Samovar, Decanter Carafe, Saucer
Soucoupe, Skillet Poêle, Candlestick Bougeoir, Lampshade Abat-jour, Sundial Cadran, Metronome Métronome, Barometer
Baromètre, Sextant Sextant, Astrolabe Astrolabe, Abacus Boulier, Inkwell Encrier, Blotter Buvard, Gramophone
Phonographe, Bassoon Basson, Oboe Hautbois, Clarinet Clarinette, Piccolo Piccolo, Mandolin Mandoline, Ukulele Ukulélé,
Harpsichord Clavecin, Xylophone Xylophone, Tambourine Tambourin, Castanet Castagnette, Bagpipe Cornemuse, Minuet
Menuet, Gavotte Gavotte, Mazurka Mazurka, Polka Polka, Rumba Rumba, Bolero Boléro, Serenade Sérénade, Nocturne
Nocturne, Aurora Aurore, Equinox Équinoxe, Solstice Solstice, Zenith Zénith, Drizzle Bruine, Hailstone Grêlon, Icicle
Stalactite Stalactite, Monsoon Mousson, Whirlwind Tourbillon, Zephyr Zéphyr, Sirocco Sirocco, Lagoon Lagune,
Archipelago Archipel, Estuary Estuaire, Fjord Fjord, Geyser Geyser, Moraine Moraine, Plateau Plateau, Savannah Savane,
Steppe Steppe, Tundra Toundra, Gondola Gondole, Schooner Goélette, Catamaran Catamaran, Raft Radeau, Paddle Pagaie,
Rudder Gouvernail, Halyard Drisse, Weathervane Girouette, Turret Tourelle, Belfry Beffroi, Veranda Véranda, Pergola
Pergola, Trellis Treillage, Cobblestone Pavé, Kaleidoscope Kaléidoscope, Croquet Croquet, Pinball Flipper, Origami
Origami
"""
WORDS: dict[str, dict[str, str]] = {
    key.lower(): {"en": english[0] if english else key, "fr": french}
    for key, french, *english in (pair.split() for pair in PAIRS.replace("\n", " ").split(","))
}
"""Each word of a table's name by key and language."""
KEYS = tuple(WORDS)
LENGTH = 20
"""The longest a key may be."""


def choose_word(used: Collection[str] = ()) -> str:
    return secrets.choice([key for key in KEYS if key not in used] or KEYS)


def derive_table_name(code: str) -> str:
    """Return the key for a table that was opened without a name."""
    return KEYS[int.from_bytes(sha256(code.encode()).digest()[:4]) % len(KEYS)]


def word_table_name(key: str) -> str:
    language = (get_language() or "en").partition("-")[0]
    words = WORDS.get(key, {})
    return gettext("Operation %(word)s") % {"word": words.get(language) or words.get("en") or key.capitalize()}
