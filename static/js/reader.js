// Personalizes a page that is cached for everybody: messages for the reader, links for staff. Only browsers in which
// somebody signed in ask.

const root = document.documentElement;
const NOBODY = { told: "", staff: false };

async function ask() {
  try {
    const { reader: address, tournament, club } = root.dataset;
    const answer = await fetch(`${address}?${tournament ? `tournament=${tournament}` : `club=${club || ""}`}`);
    return answer.ok ? await answer.json() : NOBODY;
  } catch (lost) {
    return NOBODY;
  }
}

function tell(told) {
  const words = document.createElement("template");
  words.innerHTML = told;
  const list = words.content.querySelector("ul");
  if (list) document.getElementById("told").replaceChildren(list);
}

export const reader = root.dataset.known ? ask() : Promise.resolve(NOBODY);

reader.then(({ told, staff }) => {
  tell(told);
  if (!staff) return;
  document.querySelectorAll("[data-for-staff]").forEach((link) => {
    link.hidden = false;
  });
});
