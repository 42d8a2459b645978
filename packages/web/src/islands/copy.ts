// Buttons that copy addresses and hashes.

const copiedMs = 2_000;

/** Shows the buttons inside an element, which copy the text before them. */
export function startCopyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>("button.copy[hidden]")) {
    const label = button.textContent ?? "";
    const digits = button.previousElementSibling?.textContent ?? "";
    button.hidden = !("clipboard" in navigator);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(digits);
      button.textContent = button.dataset.copied ?? label;
      setTimeout(() => {
        button.textContent = label;
      }, copiedMs);
    });
  }
}

startCopyButtons(document);
