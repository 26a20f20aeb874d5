// The hand form at a real table, in steps or whole; hands stay on the phone until the server has them.
import "./form.js";
import "./follow.js";
import "./rack.js";
import "./saving.js";
