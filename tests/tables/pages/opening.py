"""The form that opens a table."""

OPEN_TABLE = "/games/new/insidejob/"

CHOICES = {
    "seats": "4",
    "pace": "3600",
    "vote_time": "86400",
    "insidejob-roles": "sleeper,tim_shady",
    "insidejob-wagers": "on",
    "insidejob-memory": "last_trick",
}
