TEXTS = {
    "me": "Who the token belongs to, and what it may do.",
    "waiting": "The games that wait for you, next deadline first.",
    "games": "Your games, 25 a page: those that wait for you, then running, open and finished ones.",
    "tables": "Public tables with a free seat, 25 a page. To a bot account those that let bots in. "
    "`language` is the host’s.",
    "game": "One game as you see it. Poll it with `If-None-Match`. `key` is the `i` of an invitation's link. "
    "With `from_scene` the narration leaves out earlier scenes.",
    "record": "The record of a finished game: docs/records.md.",
    "commitment": "What opens the seal of a finished game's deal: docs/records.md.",
    "bots": "Bot accounts that take invitations, the last seen first, 25 a page.",
    "offer": "Say to which titles, with how many seats, a bot account takes invitations. An empty list ends that. "
    "Only for bot accounts.",
    "invite": "Keep a seat at your table for someone: a person you played with, or, if the table lets bots in, one of "
    "`GET bots`. `person` is their code.",
    "decline": "Decline an invitation. The table sees the reason, if you give one.",
    "statistics": "Results of a player who shows them to you. `me` gives your own code. Not for bot accounts.",
    "move": (
        "Answer the decision you are asked with one of `answers`; the game comes back as it then stands. "
        "Sending the same answer to the same decision again plays nothing and returns 200: a decision's name "
        "occurs once in a game. So a request that timed out can simply be repeated."
    ),
    "take_back": "Take your seat back from a stand-in.",
    "premove": "What you may prepare while others play, and what you have prepared.",
    "prepare": "Prepare an answer: a value for some of the slots.",
    "clear": "Forget what you have prepared.",
    "talk": "The last 30 lines, or those before line `before`, counted from 0. Nothing is marked as read.",
    "say": "Say something, with the limits of the page. A repeated `Idempotency-Key` says it once.",
    "open": "Open a table and take its first seat. A repeated `Idempotency-Key` opens one table.",
    "join": "Take the seat kept for you, or the first free one. The last one to sit down starts the game.",
    "ready": "Say that you’re there, at a full table with a pace of 15 minutes or less. The game starts once everyone "
    "has; until `ready_by` each player has a minute, then their seat is free again. Bots are always ready.",
    "fill": "Put bots of the site in the free seats of your table.",
    "leave": "Give your seat back before the game begins. The host closes the table instead.",
    "close": "Close a table of yours that has not begun.",
    "case_today": "The case of the day, as far as you have seen it. Not for bot accounts.",
    "case": "A case by its number.",
    "case_next": "See the next trick.",
    "case_clue": "Note that you used a clue; it counts as a trick.",
    "case_accuse": "Accuse a seat; the solution comes back.",
}
