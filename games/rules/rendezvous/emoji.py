"""The picker of the silent variant: plain emoji, each a single sign that every system draws."""

MOST_EMOJI = 3
"""How many make a mime; there is at least one."""
EMOJI = (
    "😀", "😂", "😍", "😎", "😢", "😡", "😱", "😴", "🤔", "🤫",
    "👍", "👎", "👀", "👂", "👃", "👄", "💪", "👣", "👑", "💍",
    "🐶", "🐱", "🐎", "🐟", "🐦", "🐍", "🐘", "🐝", "🌳", "🌹",
    "🍎", "🍞", "🧀", "🍷", "🎂", "🔥", "💧", "🌊", "🌙", "🌍",
    "🏠", "🏰", "🚗", "🚂", "🚀", "🚢", "🎵", "🎨", "🎭", "🎲",
    "📖", "📞", "💡", "🔑", "🔨", "🔪", "💰", "🎁", "⏰", "⛔",
)  # fmt: skip
