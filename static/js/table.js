// The scripts of a table's page. Everything also works without them. They are served as one file, in the order in which
// they import each other: see insidejob/static_finders.py.
import "./time_left.js";
import "./table/known.js";
import "./table/news.js";
import "./table/requests.js";
import "./table/presence.js";
import "./table/answers.js";
import "./table/room.js";
import "./table/keys.js";
import "./table/steps.js";
import "./table/turn.js";
import "./table/chips.js";
import "./table/talk.js";
import "./table/links.js";
import "./table/buttons.js";
import "./table/suspicion.js";
