// Fetches a shared response: a fragment of a page by the version that was announced.

const FRAGMENT = { headers: { "HX-Request": "true" } };

// The address contains only the version, so a proxy can serve one cached response to every reader.
export function versionedAddress(address, prefix, counter) {
  const url = new URL(address, window.location.href);
  url.searchParams.delete("seen");
  url.searchParams.set("heard", counter);
  return prefix + url.pathname + url.search;
}

// Fetches the fragment at an address; falls back to `pageAddress`, the page itself.
export async function fetchFragment(address, counter, pageAddress = address) {
  const { shared } = document.getElementById("live").dataset;
  const response = shared ? await fetch(versionedAddress(address, shared, counter), FRAGMENT).catch(() => null) : null;
  return response && response.ok ? response : fetch(pageAddress, FRAGMENT);
}
