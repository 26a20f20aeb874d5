// The hand form at a real table, in steps or whole; hands stay on the phone until the server has them.
import "./form.js";
import "./whole-form.js";
import "./table-updates.js";
import "./rack.js";
import "./save-hand.js";
