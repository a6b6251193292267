"""The picker of the silent variant: plain emoji, each a single sign that every system draws."""

MAX_EMOJI = 3
"""How many make a mime; there is at least one."""
EMOJI = (
    "😀", "😂", "😍", "😎", "😢", "😡", "😱", "😴", "🤔", "🤫",
    "👍", "👎", "👀", "👂", "👃", "👄", "💪", "👣", "👑", "💍",
    "🐶", "🐱", "🐎", "🐟", "🐦", "🐍", "🐘", "🐝", "🌳", "🌹",
    "🍎", "🍞", "🧀", "🍷", "🎂", "🔥", "💧", "🌊", "🌙", "🌍",
    "🏠", "🏰", "🚗", "🚂", "🚀", "🚢", "🎵", "🎨", "🎭", "🎲",
    "📖", "📞", "💡", "🔑", "🔨", "🔪", "💰", "🎁", "⏰", "⛔",
)  # fmt: skip
