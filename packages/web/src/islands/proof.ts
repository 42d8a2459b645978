import type { Messages } from "../messages/site/en.ts";
import type { Proof } from "../signing/check-proof.ts";

/** What the page hands to this island, in `data-proof`. */
export interface ProofIsland {
  readonly proof: Proof;
  /** Where the bytes are. */
  readonly path: string;
  readonly messages: Pick<
    Messages["proof"],
    "checking" | "bytesMatch" | "bytesDiffer" | "signatureMatches" | "signatureDiffers" | "unreadable"
  >;
}

// Opened by the reader: the checker comes only then.
for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-proof]")) {
  details.addEventListener("toggle", () => void check(details), { once: true });
}

async function check(details: HTMLDetailsElement): Promise<void> {
  const { proof, path, messages } = JSON.parse(details.dataset.proof ?? "") as ProofIsland;
  const list = document.createElement("ol");
  list.className = "checks";
  list.setAttribute("aria-live", "polite");
  details.querySelector("summary")?.after(list);
  const say = (text: string, state: "wait" | "good" | "bad") => {
    const line = document.createElement("li");
    line.textContent = text;
    line.className = state;
    list.append(line);
    return line;
  };
  const waiting = say(messages.checking, "wait");
  try {
    const [{ checkProof }, response] = await Promise.all([import("../signing/check-proof.ts"), fetch(path)]);
    if (!response.ok || response.body === null) throw new Error(String(response.status));
    const { bytesMatch, signatureMatches } = await checkProof(proof, response.body);
    waiting.remove();
    say(bytesMatch ? messages.bytesMatch : messages.bytesDiffer, bytesMatch ? "good" : "bad");
    say(
      signatureMatches ? messages.signatureMatches : messages.signatureDiffers,
      signatureMatches ? "good" : "bad",
    );
    if (!bytesMatch || !signatureMatches) markBroken(details);
  } catch {
    waiting.remove();
    say(messages.unreadable, "bad");
  }
}

/** A broken proof is never silent: the seal beside the date opens as well. */
function markBroken(details: HTMLDetailsElement): void {
  details.classList.add("broken");
  details.closest("article")?.querySelector(".seal")?.classList.add("broken");
}
