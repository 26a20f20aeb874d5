// Reads and writes browser storage; without storage nothing else breaks.

export function writeStorage(store, key, value) {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, value);
  } catch (error) {
    return;
  }
}

export function readStorage(store, key) {
  try {
    return window[store].getItem(key);
  } catch (error) {
    return null;
  }
}
