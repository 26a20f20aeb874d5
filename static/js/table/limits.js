// Limits of one rack that the server rendered: all that the phone itself knows of the rules. The server judges the hand.

export const limits = () => JSON.parse(document.getElementById("bounds").textContent);

// Returns the rules' refusal of more points than a rack can have; empty if they are possible.
export function pointsRefusal({ rack, rack_words: words }, opening, text) {
  return Number(text) > rack[opening] ? words[opening] : "";
}
