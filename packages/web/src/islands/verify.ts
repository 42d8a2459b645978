import type { Messages } from "../messages/site/en.ts";
import type { Proof } from "../signing/check-proof.ts";

/** The island's input from the page, in `data-verify`. */
export interface VerifyIsland {
  /** The signed publications that were found; a file is compared with them. */
  readonly proofs: readonly Proof[];
  readonly messages: Pick<Messages["verify"], "hashing" | "isHash" | "isSigned" | "isOther" | "unreadable">;
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-verify]")) start(form);

/** Hashes a reader's file in the browser; nothing of it is sent. */
function start(form: HTMLFormElement): void {
  const { proofs, messages } = JSON.parse(form.dataset.verify ?? "") as VerifyIsland;
  const fileField = form.querySelector<HTMLElement>(".verify-file");
  const input = fileField?.querySelector("input");
  const field = form.querySelector<HTMLInputElement>("#of");
  const list = form.querySelector("ol");
  if (!fileField || !input || !field || !list) return;
  fileField.hidden = false;
  input.addEventListener("change", () => void look(input.files?.[0]));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    void look(event.dataTransfer?.files[0]);
  });

  function show(textContent: string, className: "wait" | "good" | "bad"): void {
    list?.replaceChildren(Object.assign(document.createElement("li"), { textContent, className }));
  }

  async function look(file: File | undefined): Promise<void> {
    if (!file || !field) return;
    show(messages.hashing, "wait");
    try {
      const { checkProof, hashBytes } = await import("../signing/check-proof.ts");
      const hash = await hashBytes(file.stream());
      const proof = proofs.find(({ contentHash }) => contentHash === hash);
      if (proof) {
        const { signatureMatches } = await checkProof(proof, file.stream());
        show(signatureMatches ? messages.isSigned : messages.isOther, signatureMatches ? "good" : "bad");
      } else if (proofs.length > 0) {
        show(messages.isOther, "bad");
      } else {
        field.value = hash;
        show(messages.isHash, "good");
      }
    } catch {
      show(messages.unreadable, "bad");
    }
  }
}
