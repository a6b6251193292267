"""Room for the frames of a test.

Python keeps the frames of calls in chunks of 16 KB, and asks the system for a chunk each time that a call begins at the
end of one. A request in a test is called from so deep that this happened thousands of times in each, and took a seventh
of the time of all tests. A frame that is larger gets a larger chunk, and what it calls finds room in the rest of that.
"""

from collections.abc import Callable
from typing import Any

SLOTS = 17_000
"""So large a frame gets a chunk of 256 KB and leaves half of it free."""


def call_with_room(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    return call(**given)


call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=SLOTS)
