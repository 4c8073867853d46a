/** Questions to the server: JSON with a key that was bought with the token of the link. */

const KEPT = "sealion-key";
/** At a board of several tables the address of the page says which is meant. */
export const TABLE = new URLSearchParams(location.search).get("table") || "";
const ASKED = TABLE ? `/ask/${encodeURIComponent(TABLE)}` : "/ask";

/** What the server has against a request; its sentence is the message. */
export class Refused extends Error {
  /** @param {number} status @param {{error?: string, hint?: string, details?: string[], kind?: string}} said */
  constructor(status, said) {
    super(said.error || "the board does not answer");
    this.status = status;
    this.hint = said.hint || "";
    this.details = said.details || [];
    this.kind = said.kind || "";
  }
}

/** Buy the key if the link was just opened; the token leaves the address at once. */
export async function enter() {
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  const bought = await post("/key", { token });
  sessionStorage.setItem(KEPT, (await bought.json()).key);
}

/**
 * Ask for JSON.
 * @param {string} name @param {Object<string, any>} [document] @returns {Promise<any>}
 */
export async function ask(name, document = {}) {
  return (await post(`${ASKED}/${name}`, document)).json();
}

/**
 * Ask for a picture, and return an address for it.
 * @param {string} name @returns {Promise<string>}
 */
export async function picture(name) {
  return URL.createObjectURL(await (await post(`${ASKED}/${name}`, {})).blob());
}

/**
 * Hold a stream open while this page is, so that the server knows; `gone` is called when it ends.
 * @param {() => void} gone
 */
export async function stay(gone) {
  try {
    const stream = (await post("/alive", {})).body?.getReader();
    while (stream && !(await stream.read()).done);
  } catch {
    // The server has ended, or was killed.
  }
  gone();
}

/** @param {string} path @param {Object<string, any>} document */
async function post(path, document) {
  let answered;
  try {
    answered = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-sealion-key": sessionStorage.getItem(KEPT) || "" },
      body: JSON.stringify(document),
      cache: "no-store",
    });
  } catch {
    throw new Refused(0, { error: "the board does not answer any more; start it again with: sealion board" });
  }
  if (!answered.ok) throw new Refused(answered.status, await answered.json().catch(() => ({})));
  return answered;
}
