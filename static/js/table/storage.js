// The IndexedDB of hands; if the browser refuses it, there is only the page's memory.

const DATABASE = "istaka";
const STORE = "hands";
const OPENING = 5000;

let opened = null;
let refused = false;

export const isRefused = () => refused;

function ask(resolve, without) {
  const asked = window.indexedDB.open(DATABASE, 1);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore(STORE, { keyPath: "key" });
  };
  asked.onsuccess = () => {
    asked.result.onversionchange = () => {
      asked.result.close();
      opened = null;
    };
    resolve(asked.result);
  };
  asked.onerror = asked.onblocked = without;
}

function open() {
  opened = opened || new Promise((resolve) => {
    function without() {
      clearTimeout(late);
      refused = true;
      resolve(null);
    }
    // Some browsers never answer, which counts as a refusal.
    const late = setTimeout(without, OPENING);
    try {
      ask((database) => {
        clearTimeout(late);
        resolve(database);
      }, without);
    } catch (never) {
      without();
    }
  });
  return opened;
}

async function attempt(mode, act) {
  const database = await open();
  if (!database) return undefined;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request && request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// Reopens once a connection that broke while the page slept.
function transact(mode, act) {
  return attempt(mode, act).catch(() => {
    opened = null;
    return attempt(mode, act);
  });
}

// Resolves to nothing without a database.
export const readAll = () => transact("readonly", (store) => store.getAll());

export const write = (hand) => transact("readwrite", (store) => store.put(hand));

export const remove = (key) => transact("readwrite", (store) => store.delete(key));
