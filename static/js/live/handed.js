// What is handed out to all who ask for the same: a part of a page by the version that was heard of.

const PART = { headers: { "HX-Request": "true" } };

// The version alone stands in the address, and nothing of who asks: a thousand pages ask for one thing, and a cache on
// the way may have it.
export function versionOf(address, before, heard) {
  const asked = new URL(address, window.location.href);
  asked.searchParams.delete("seen");
  asked.searchParams.set("heard", heard);
  return before + asked.pathname + asked.search;
}

// The part at an address; where it is not handed out, from the page itself, by `own`.
export async function handedOut(address, heard, own = address) {
  const { shared } = document.getElementById("live").dataset;
  const handed = shared ? await fetch(versionOf(address, shared, heard), PART).catch(() => null) : null;
  return handed && handed.ok ? handed : fetch(own, PART);
}
