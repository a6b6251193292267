// Shows one answer of the server in beats, and knows no title. docs/decisions/0010-templates-are-jinja.md lists the
// attributes. Served as one file: see insidejob/static_finders.py.
import "./story/telling.js";
