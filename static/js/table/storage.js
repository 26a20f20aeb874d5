// The IndexedDB of hands; if the browser refuses it, there is only the page's memory.

const DATABASE = "istaka";
const STORE = "hands";
const OPEN_TIMEOUT = 5000;

let connection = null;
let isStorageRefused = false;

export const hasRefused = () => isStorageRefused;

function openDatabase(resolve, giveUp) {
  const request = window.indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "key" });
  };
  request.onsuccess = () => {
    request.result.onversionchange = () => {
      request.result.close();
      connection = null;
    };
    resolve(request.result);
  };
  request.onerror = request.onblocked = giveUp;
}

function getConnection() {
  connection = connection || new Promise((resolve) => {
    function giveUp() {
      clearTimeout(timer);
      isStorageRefused = true;
      resolve(null);
    }
    // Some browsers never answer, which counts as a refusal.
    const timer = setTimeout(giveUp, OPEN_TIMEOUT);
    try {
      openDatabase((database) => {
        clearTimeout(timer);
        resolve(database);
      }, giveUp);
    } catch (error) {
      giveUp();
    }
  });
  return connection;
}

async function attempt(mode, operation) {
  const database = await getConnection();
  if (!database) return undefined;
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = operation(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request && request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

// Reopens once a connection that broke while the page slept.
function transact(mode, operation) {
  return attempt(mode, operation).catch(() => {
    connection = null;
    return attempt(mode, operation);
  });
}

// Resolves to nothing without a database.
export const readAll = () => transact("readonly", (store) => store.getAll());

export const write = (hand) => transact("readwrite", (store) => store.put(hand));

export const remove = (key) => transact("readwrite", (store) => store.delete(key));
