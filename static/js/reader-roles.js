// Personalizes a page that is cached for everybody: messages for the reader, links for staff. Only browsers
// where somebody has signed in request them.

const root = document.documentElement;
const ANONYMOUS = { messages: "", staff: false };

async function fetchReader() {
  try {
    const { reader: address, tournament, club } = root.dataset;
    const answer = await fetch(`${address}?${tournament ? `tournament=${tournament}` : `club=${club || ""}`}`);
    return answer.ok ? await answer.json() : ANONYMOUS;
  } catch (error) {
    return ANONYMOUS;
  }
}

function showMessages(messages) {
  const fragment = document.createElement("template");
  fragment.innerHTML = messages;
  const list = fragment.content.querySelector("ul");
  if (list) document.getElementById("page-messages").replaceChildren(list);
}

export const reader = root.dataset.known ? fetchReader() : Promise.resolve(ANONYMOUS);

reader.then(({ messages, staff }) => {
  showMessages(messages);
  if (!staff) return;
  document.querySelectorAll("[data-for-staff]").forEach((link) => {
    link.hidden = false;
  });
});
