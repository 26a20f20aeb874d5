// The form of a hand at a real table: asked in steps or whole, and kept on the phone until the server has it.
import "./form.js";
import "./follow.js";
import "./rack.js";
import "./saving.js";
