import type { Messages } from "../messages/site/en.ts";
import type { Proof } from "../signing/check-proof.ts";

/** The island's input from the page, in `data-proof`. */
export interface ProofIsland {
  readonly proof: Proof;
  /** The path of the bytes. */
  readonly path: string;
  readonly messages: Pick<
    Messages["proof"],
    "checking" | "bytesMatch" | "bytesDiffer" | "signatureMatches" | "signatureDiffers" | "unreadable"
  >;
}

// The checker is loaded when a reader opens a proof.
for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-proof]")) {
  details.addEventListener("toggle", () => void check(details), { once: true });
}

async function check(details: HTMLDetailsElement): Promise<void> {
  const { proof, path, messages } = JSON.parse(details.dataset.proof ?? "") as ProofIsland;
  const list = Object.assign(document.createElement("ol"), { className: "checks" });
  list.setAttribute("aria-live", "polite");
  details.querySelector("summary")?.after(list);
  const addLine = (textContent: string, className: "wait" | "good" | "bad") => {
    const line = Object.assign(document.createElement("li"), { textContent, className });
    list.append(line);
    return line;
  };
  const waiting = addLine(messages.checking, "wait");
  try {
    const [{ checkProof }, response] = await Promise.all([import("../signing/check-proof.ts"), fetch(path)]);
    if (!response.ok || response.body === null) throw new Error(String(response.status));
    const { bytesMatch, signatureMatches } = await checkProof(proof, response.body);
    waiting.remove();
    addLine(bytesMatch ? messages.bytesMatch : messages.bytesDiffer, bytesMatch ? "good" : "bad");
    addLine(
      signatureMatches ? messages.signatureMatches : messages.signatureDiffers,
      signatureMatches ? "good" : "bad",
    );
    if (!bytesMatch || !signatureMatches) markBroken(details);
  } catch {
    waiting.remove();
    addLine(messages.unreadable, "bad");
  }
}

/** A broken proof also shows in the seal beside the date. */
function markBroken(details: HTMLDetailsElement): void {
  details.classList.add("broken");
  details.closest("article")?.querySelector(".seal")?.classList.add("broken");
}
