// Reads and writes browser storage; without storage nothing else breaks.

export function remember(store, key, value) {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, value);
  } catch (refused) {
    return;
  }
}

export function remembered(store, key) {
  try {
    return window[store].getItem(key);
  } catch (refused) {
    return null;
  }
}
