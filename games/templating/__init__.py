"""What the templates of tables say with.

Functions stand as `{{ term(title, "role", role) }}`, filters as `{{ view.game.due_at|soon }}`.
"""

from games.templating import parts, telling

FUNCTIONS = (
    parts.automatic_answer,
    telling.automatic,
    telling.draw_card,
    telling.draw,
    telling.break_line,
    telling.name_choice,
    telling.phrase,
    telling.prove,
    telling.tell,
    telling.tell_drawn,
    telling.term,
)
FILTERS = (
    parts.after,
    parts.automatic_of,
    parts.sees_profiles,
    parts.standing,
    parts.turn,
    telling.actor,
    telling.clock_sentence,
    telling.colon,
    telling.day,
    telling.deadline,
    telling.each,
    telling.holidays_announced,
    telling.in_the_bank,
    telling.is_asked,
    telling.kept_by_stand_ins,
    telling.listed,
    telling.marks_templates,
    telling.minute,
    telling.moment,
    telling.of_seat,
    telling.on_holiday,
    telling.open_seats,
    telling.plan_words,
    telling.ready_to_end,
    telling.ready_to_open,
    telling.ready_to_pause,
    telling.scene_name,
    telling.seat_name,
    telling.seat_names,
    telling.seats_to_open,
    telling.sharing,
    telling.soon,
    telling.still_awaited,
    telling.suspicion_step,
    telling.time_left,
    telling.title_name,
    telling.words,
)
