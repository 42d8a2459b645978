import type { Messages } from "../messages/site/en.ts";
import type { Proof } from "../signing/check-proof.ts";

/** What the page hands to this island, in `data-verify`. */
export interface VerifyIsland {
  /** What was found signed: a file is compared with it. */
  readonly proofs: readonly Proof[];
  readonly messages: Pick<Messages["verify"], "hashing" | "isHash" | "isSigned" | "isOther" | "unreadable">;
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-verify]")) start(form);

/** A file of the reader's own is hashed where it is; nothing of it is sent. */
function start(form: HTMLFormElement): void {
  const { proofs, messages } = JSON.parse(form.dataset.verify ?? "") as VerifyIsland;
  const place = form.querySelector<HTMLElement>(".verify-file");
  const input = place?.querySelector("input");
  const field = form.querySelector<HTMLInputElement>("#of");
  const list = form.querySelector("ol");
  if (!place || !input || !field || !list) return;
  place.hidden = false;
  input.addEventListener("change", () => void look(input.files?.[0]));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    void look(event.dataTransfer?.files[0]);
  });

  function say(text: string, state: "wait" | "good" | "bad"): void {
    const line = Object.assign(document.createElement("li"), { textContent: text, className: state });
    list?.replaceChildren(line);
  }

  async function look(file: File | undefined): Promise<void> {
    if (!file || !field) return;
    say(messages.hashing, "wait");
    try {
      const { checkProof, hashBytes } = await import("../signing/check-proof.ts");
      const { hash } = await hashBytes(file.stream());
      const proof = proofs.find(({ contentHash }) => contentHash === hash);
      if (proof) {
        const { signatureMatches } = await checkProof(proof, file.stream());
        say(signatureMatches ? messages.isSigned : messages.isOther, signatureMatches ? "good" : "bad");
      } else if (proofs.length > 0) {
        say(messages.isOther, "bad");
      } else {
        field.value = hash;
        say(messages.isHash, "good");
      }
    } catch {
      say(messages.unreadable, "bad");
    }
  }
}
