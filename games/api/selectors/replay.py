from games.api.selectors.tables import describe_narration
from games.archive.selectors.replay import find_scene, list_scenes, view_step
from games.rules.engine.values import Json
from games.rules.record import record_observation
from games.state.table import Table


def describe_step(table: Table, step: int, seat: int) -> dict[str, Json]:
    view = view_step(table, step, seat)
    return {
        "code": table.game.code,
        "title": table.title.NAME,
        "step": step,
        "steps": len(table.entries),
        "scene": find_scene(table, step),
        "scenes": [{"scene": scene.number, "step": scene.step} for scene in list_scenes(table)],
        "seat": seat,
        "names": list(view.names),
        "observation": record_observation(table.title, view.seen),
        "narration": describe_narration(view),
    }
