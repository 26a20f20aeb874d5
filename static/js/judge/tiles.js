// The tiles by their codes: a colour's letter and a number, `*` for a false okey.
export const COLOURS = ["r", "b", "y", "k"];
export const HIGHEST = 13;
export const FALSE_OKEY = "*";
// One after the other in each colour, as free places are filled.
export const NUMBERED = COLOURS.flatMap((colour) => {
  return Array.from({ length: HIGHEST }, (_place, index) => `${colour}${index + 1}`);
});

const KNOWN = new Set([FALSE_OKEY, ...NUMBERED]);

export const isTile = (code) => KNOWN.has(code);
export const isIndicator = (code) => isTile(code) && code !== FALSE_OKEY;
export const colourOf = (code) => code.charAt(0);
// A false okey has no number of its own.
export const numberOf = (code) => Number(code.slice(1));

// One higher in the same colour, 13 to 1; null where nothing names an okey.
export function okeyOf(indicator) {
  if (!isIndicator(indicator)) return null;
  return `${colourOf(indicator)}${(numberOf(indicator) % HIGHEST) + 1}`;
}
