import { hashesOfText, type PastedPost, readPastedPost } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";
import { type CheckingPage, checkPasted, type Finding, type FindingTexts } from "../signing/check-pasted.ts";
import { checkProof, hashBytes, type Proof } from "../signing/check-proof.ts";

/** The island's input from the page, in `data-verify`. */
export interface VerifyIsland extends CheckingPage {
  /** The signed publications that were found; a file is compared with them. */
  readonly proofs: readonly Proof[];
  readonly messages: FindingTexts &
    Pick<
      Messages["verify"],
      "hashing" | "isHash" | "isSigned" | "isOther" | "unreadable" | "nowTheFile" | "isOffline"
    >;
}

type LineState = Finding["lines"][number]["state"];

// A larger file is hashed as it is, and not searched for a proof.
const mostTextBytes = 5 * 1024 * 1024;

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-verify]")) start(form);

/** Checks a reader's files, and a pasted post with its proof, in the browser; nothing of them is sent. */
function start(form: HTMLFormElement): void {
  const island = JSON.parse(form.dataset.verify ?? "") as VerifyIsland;
  const { messages } = island;
  const find = <E extends HTMLElement>(selector: string) => form.querySelector<E>(selector);
  const fileField = find(".verify-file");
  const files = fileField?.querySelector("input");
  const field = find<HTMLInputElement>("#of");
  const pasted = find<HTMLTextAreaElement>("#post");
  const here = find(".verify-here");
  if (!fileField || !files || !field || !pasted || !here) return;
  /** The proofs of a file that was chosen before its post. */
  let waiting: PastedPost["proofs"] = [];
  fileField.hidden = false;
  fillFromAddress(field);
  files.addEventListener("change", () => void look([...(files.files ?? [])]));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    void look([...(event.dataTransfer?.files ?? [])]);
  });
  form.addEventListener("submit", (event) => {
    const post = readPastedPost(pasted.value);
    if (pasted.value.trim() !== "" && post.proofs.length > 0) {
      event.preventDefault();
      conclude(post.proofs, post.text === null ? null : hashesOfText(post.text));
    } else if (!navigator.onLine || document.querySelector(".kept")) {
      // A saved copy of the page: the node is asked first whether it is there.
      event.preventDefault();
      fetch("/verify", { method: "HEAD" }).then(
        () => form.submit(),
        () => show([{ text: messages.isOffline, state: "wait" }]),
      );
    }
  });

  function show(lines: readonly { text: string; state: LineState }[], title = "", note = ""): void {
    const list = document.createElement("ol");
    list.className = "checks";
    list.append(...lines.map(renderLine));
    const heading = Object.assign(document.createElement("h2"), { textContent: title });
    const quiet = Object.assign(document.createElement("p"), { textContent: note, className: "quiet" });
    here?.replaceChildren(...(title ? [heading] : []), ...(note ? [quiet] : []), list);
  }

  function conclude(proofs: PastedPost["proofs"], hashes: ReadonlyMap<string, unknown> | null): void {
    const { title, note, lines } = checkPasted({ proofs, hashes }, island);
    show(lines, title, note);
    here?.focus();
  }

  async function look(chosen: readonly File[]): Promise<void> {
    if (chosen.length === 0) return;
    show([{ text: messages.hashing, state: "wait" }]);
    try {
      const read = await Promise.all(chosen.map(readFile));
      const proofs = [...read.flatMap((one) => one.proofs), ...waiting];
      const post = read.find((one) => one.text !== null || one.proofs.length === 0);
      if (proofs.length === 0) return await compare(chosen[0]);
      if (!post && read.every((one) => one.text === null)) {
        waiting = proofs;
        return show([{ text: messages.nowTheFile, state: "wait" }]);
      }
      waiting = [];
      conclude(proofs, post ? await hashesOf(post) : null);
    } catch {
      show([{ text: messages.unreadable, state: "bad" }]);
    }
  }

  /** A file without a proof: compared with the content that the page found, or hashed for a look-up. */
  async function compare(file: File | undefined): Promise<void> {
    if (!file || !field) return;
    const hash = await hashBytes(file.stream());
    const proof = island.proofs.find(({ contentHash }) => contentHash === hash);
    if (proof) {
      const { signatureMatches } = await checkProof(proof, file.stream());
      const text = signatureMatches ? messages.isSigned : messages.isOther;
      return show([{ text, state: signatureMatches ? "good" : "bad" }]);
    }
    if (island.proofs.length > 0) return show([{ text: messages.isOther, state: "bad" }]);
    field.value = hash;
    show([{ text: messages.isHash, state: "good" }]);
  }
}

/** A line with addresses and hashes in groups of four, as `copyableDigits` writes them. */
function renderLine({ text, state }: { text: string; state: LineState }): HTMLLIElement {
  const line = Object.assign(document.createElement("li"), { className: state });
  const parts = text.split(/(0x[0-9a-f]{40,})/i);
  line.append(...parts.map((part, index) => (index % 2 === 1 ? renderDigits(part) : part)));
  return line;
}

function renderDigits(hex: string): HTMLElement {
  const code = Object.assign(document.createElement("code"), { className: "digits" });
  // The same as `groupDigits`, which would load the dashboard's first file here.
  for (const group of hex.match(/^0x|.{1,4}/g) ?? []) {
    const shown = Object.assign(document.createElement("span"), { textContent: group });
    code.append(shown, document.createElement("wbr"));
  }
  return code;
}

type ReadFile = PastedPost & { readonly file: File };

/** A file as bytes, and as a post with its proof where it is a short text. */
async function readFile(file: File): Promise<ReadFile> {
  if (file.size > mostTextBytes) return { text: null, proofs: [], file };
  const post = readPastedPost(await file.text());
  return post.proofs.length === 0 ? { text: null, proofs: [], file } : { ...post, file };
}

async function hashesOf({ text, file }: ReadFile): Promise<ReadonlyMap<string, unknown>> {
  if (text !== null) return hashesOfText(text);
  const exact = await hashBytes(file.stream());
  // A post is published without the byte-order mark of its file.
  const start = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  const isMarked = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  return new Map(
    [exact, ...(isMarked ? [await hashBytes(file.slice(3).stream())] : [])].map((one) => [one, null]),
  );
}

/** Fills the form from the address: the page that is saved for offline use has an empty one. */
function fillFromAddress(field: HTMLInputElement): void {
  const of = new URLSearchParams(location.search).get("of");
  if (of !== null && field.value === "") field.value = of.slice(0, 900);
}
