// Defines tile codes: a colour letter and a number, `*` for a false okey.
export const COLOURS = ["r", "b", "y", "k"];
export const HIGHEST = 13;
export const FALSE_OKEY = "*";
// Ordered by number within each colour, the order in which gaps are filled.
export const NUMBERED = COLOURS.flatMap((colour) => {
  return Array.from({ length: HIGHEST }, (_place, index) => `${colour}${index + 1}`);
});

const ALL_CODES = new Set([FALSE_OKEY, ...NUMBERED]);

export const isTile = (code) => ALL_CODES.has(code);
export const isIndicator = (code) => isTile(code) && code !== FALSE_OKEY;
export const colourOf = (code) => code.charAt(0);
// NaN for a false okey.
export const numberOf = (code) => Number(code.slice(1));

// Returns the tile one above the indicator (1 after 13), or null if there is none.
export function okeyOf(indicator) {
  if (!isIndicator(indicator)) return null;
  return `${colourOf(indicator)}${(numberOf(indicator) % HIGHEST) + 1}`;
}
