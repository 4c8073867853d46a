/** Review, sign, answer, receive: what leaves this machine and what comes to it. */

import { Refused, ask } from "./ask.js";
import { closeDialog, dialog, openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { button, story } from "./panel.js";

/** @typedef {import("./game.js").Game} Game */

/** Ask for the passphrase, if one can be needed, and do something with it. @param {string} text @param {boolean} isNeeded @param {(passphrase: string) => Promise<void>} act */
function signature(text, isNeeded, act) {
  const field = h("input", { type: isNeeded ? "password" : "hidden", id: "passphrase", autocomplete: "off" });
  const wrong = h("p", { class: "fault", role: "alert" });
  const form = h("form", {
    onsubmit: async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      wrong.textContent = "";
      try {
        await act(field.value);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        wrong.textContent = [error.message, ...error.details, error.hint].filter(Boolean).join("; ");
      } finally {
        field.value = "";
      }
    },
  }, isNeeded && h("label", { for: "passphrase" }, "Passphrase of your key, if it has one"), field, wrong,
  h("div", { class: "row" }, h("button", { type: "submit", class: "main", id: "sign" }, text), button("Back", closeDialog)));
  return form;
}

/** The review page. @param {Game} game @param {() => Promise<void>} signed @param {() => Promise<void>} on */
export function review(game, signed, on) {
  const { led } = game;
  if (!led) return;
  const message = h("textarea", { id: "message", rows: "2", maxlength: "2000" });
  message.value = led.draft.message || "";
  message.addEventListener("change", () => {
    if (game.led) void game.save({ ...game.led.draft, message: message.value });
  });
  openDialog("review", `Review the orders of ${led.draft.seat}`,
    h("ol", {}, ...led.lines.map((line) => h("li", {}, line.when ? `${line.when}: ${line.text}` : line.text,
      line.state === "blind" ? h("span", { class: "tag" }, "written ahead") : null))),
    led.standing.length > 0 && h("ul", {}, ...led.standing.map((text) => h("li", {}, `standing order: ${text}`))),
    ...story(led),
    h("label", { for: "message" }, "A word to the others"), message,
    h("p", { class: "small" }, game.table.alone ? stands(led.needs_dice) : "Once signed, these orders cannot be changed any more."),
    signature(game.table.alone ? "Play it" : "Sign", !game.table.alone, async (passphrase) => {
      const sent = await ask("sign", { version: game.led?.version, passphrase });
      await signed();
      if (game.table.alone) told(sent, on);
      else done(sent, `Turn ${sent.seq} is signed`);
    }));
}

/** What signing means for whoever plays alone. @param {string} dice */
function stands(dice) {
  return dice ? "Dice fall for these orders; then they cannot be taken back any more."
    : "No die falls for these orders up to here: they can be taken back until one has.";
}

/** Answer the turn that waits. @param {Game} game @param {() => Promise<void>} answered */
export function answer(game, answered) {
  const { pending } = game.table;
  if (!pending) return;
  openDialog("answer", `Answer turn ${pending.seq} of ${pending.by}`,
    h("p", {}, "The turn is checked. If it is legal, your next secret link of dice is opened, the dice fall, and you sign what came of it. If it is not, it is rejected and nothing is opened."),
    signature("Open the dice and sign", true, async (passphrase) => {
      const sent = await ask("witness", { passphrase });
      await answered();
      done(sent, `The ${sent.kind} ${sent.seq} is signed`);
    }));
}

/** What was signed, to be saved or sent. @param {import("./types.js").Sent} sent @param {string} title */
function done(sent, title) {
  const mails = h("div", { id: "mails", role: "status" });
  openDialog("signed", title,
    Boolean(sent.story) && h("ul", { class: "story" }, ...(sent.story || []).map((line) => h("li", {}, line))),
    h("p", {}, sent.to ? `It goes to ${sent.to}.` : "It goes to the others."),
    h("p", { class: "small", id: "kept" }, `It lies in ${sent.path}`),
    h("div", { class: "row" },
      saved("Save the file", sent.file, sent.data, "application/json", { class: "button main", id: "save" }),
      button("Make a mail draft", () => void into(mails, draft), { id: "draft" }),
      button("Send it by the mail server", () => void into(mails, deliver), { id: "send" }),
      button("Close", closeDialog)),
    mails);
}

/** A link that saves a text as a file. @param {string} label @param {string} name @param {string} data @param {string} media @param {Object<string, string>} [more] */
function saved(label, name, data, media, more = { class: "button" }) {
  return h("a", { href: URL.createObjectURL(new Blob([data], { type: media })), download: name, ...more }, label);
}

/** Show what came of it, or what is against it. @param {HTMLElement} box @param {() => Promise<Node[]>} act */
async function into(box, act) {
  const buttons = [...dialog().querySelectorAll("button")];
  box.replaceChildren(h("progress", { "aria-label": "working" }));
  for (const one of buttons) one.disabled = true;
  try {
    box.replaceChildren(...await act());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    box.replaceChildren(h("p", { class: "fault" }, error.message), ...[...error.details, error.hint].filter(Boolean).map((text) => h("p", { class: "small" }, text)));
  } finally {
    for (const one of buttons) one.disabled = false;
  }
}

/** Mails with the entries attached, to be opened in a mail program. */
async function draft() {
  const { drafts } = await ask("mail_draft");
  return drafts.flatMap((/** @type {import("./types.js").MailDraft} */ one) => [
    h("p", {}, `${one.subject}: for ${one.to.join(", ")}${one.addresses.length ? ` (${one.addresses.join(", ")})` : "; fill in the address"}`),
    h("p", { class: "small" }, `Open it in your mail program: ${one.path}`),
    saved("Save the mail", one.name, one.mail, "message/rfc822", { class: "button", "data-mail": one.name })]);
}

/** What the mail server took, keeps waiting, or refuses. */
async function deliver() {
  const found = await ask("mail_send");
  const rows = ["sent", "waiting", "refused"].flatMap((room) => found[room].map((/** @type {import("./types.js").Parcel} */ one) =>
    h("li", { class: room === "refused" ? "fault" : "" }, `${room}: ${one.to}${one.reason ? `: ${one.reason}` : ""}`)));
  return [rows.length ? h("ul", {}, ...rows) : h("p", {}, "There is nothing to send; it was sent before.")];
}

/** What a turn came to that was played alone. @param {import("./types.js").Sent} sent @param {() => Promise<void>} on */
function told(sent, on) {
  dialog().addEventListener("close", () => void on(), { once: true });
  openDialog("happened", "What happened", h("ul", { class: "story", id: "happened" }, ...(sent.story || []).map((line) => h("li", {}, line))),
    h("div", { class: "row" }, button("Go on", closeDialog, { class: "main", id: "go-on" })));
}

/** Take files that are dropped on the page. @param {Game} game @param {() => Promise<void>} received */
export function takeFiles(game, received) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files.length) void arrived(game, [...event.dataTransfer.files], received);
  });
}

/** @param {Game} game @param {File[]} files @param {() => Promise<void>} received */
export async function arrived(game, files, received) {
  const rows = [];
  for (const file of files) {
    try {
      const found = await ask("receive", { name: file.name, data: await encoded(file) });
      for (const one of found.results) {
        rows.push(h("li", { class: one.reason ? "fault" : "" }, `${one.status}: ${one.entry || one.name}${one.reason ? `: ${one.reason}` : ""}`));
      }
      for (const note of found.notes) rows.push(h("li", {}, note));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      rows.push(h("li", { class: "fault" }, `${file.name}: ${error.message}`));
    }
  }
  await received();
  openDialog("arrived", "What arrived", h("ul", { id: "arrived" }, ...rows), h("div", { class: "row" }, button("Close", closeDialog)));
}

/** @param {File} file */
async function encoded(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
