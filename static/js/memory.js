// What a browser remembers; one that keeps nothing loses only that.

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
