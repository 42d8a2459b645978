// Buttons that copy addresses and hashes.

const copiedMs = 2_000;

for (const button of document.querySelectorAll<HTMLButtonElement>("button.copy")) {
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
