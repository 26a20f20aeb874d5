// Fetches a shared response: a fragment of a page by the version that was announced.

const PART = { headers: { "HX-Request": "true" } };

// The address contains only the version, so a proxy can serve one cached response to every reader.
export function versionOf(address, before, heard) {
  const asked = new URL(address, window.location.href);
  asked.searchParams.delete("seen");
  asked.searchParams.set("heard", heard);
  return before + asked.pathname + asked.search;
}

// Fetches the fragment at an address; falls back to `own`, the page itself.
export async function handedOut(address, heard, own = address) {
  const { shared } = document.getElementById("live").dataset;
  const handed = shared ? await fetch(versionOf(address, shared, heard), PART).catch(() => null) : null;
  return handed && handed.ok ? handed : fetch(own, PART);
}
