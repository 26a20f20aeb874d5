// The form of a hand at a real table: in steps, and kept on the phone until the server has it.
import "./form.js";
import "./rack.js";
import "./saving.js";
