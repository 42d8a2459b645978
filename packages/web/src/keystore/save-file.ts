import type { Address } from "@freehold/protocol";

/** Saves a key file as a download of the browser. */
export function saveFile({ address, file }: { readonly address: Address; readonly file: string }): void {
  const href = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href, download: `freehold-key-${address}.json` });
  link.click();
  // The download has its data with the click's task.
  setTimeout(() => URL.revokeObjectURL(href));
}
