/** When something is lost: with the page, or already with the view. */
type Loss = "page" | "view";

const guards = new Map<() => boolean, Loss>();

/**
 * Asks before the owner leaves while something would be lost that neither the node nor this browser keeps.
 *
 * @param isLost whether there is such a thing now
 * @param from `view`: it is lost when the view is left; `page`: when the page is closed or loaded again
 * @returns a function that ends it
 */
export function guardLeaving(isLost: () => boolean, from: Loss = "page"): () => void {
  guards.set(isLost, from);
  addEventListener("beforeunload", ask);
  return () => {
    guards.delete(isLost);
    if (guards.size === 0) removeEventListener("beforeunload", ask);
  };
}

/** The fields of passwords, keys and tokens, which no browser keeps: those with `data-secret` are shown as text. */
const secretFields = "input[type=password], [data-secret]";

/** Asks before a view is left, by whatever way, while a secret is typed in it or in a dialog over it. @returns a function that ends it */
export function guardSecrets(): () => void {
  return guardLeaving(hasTypedSecret, "view");
}

function hasTypedSecret(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(secretFields);
  return [...fields].some(({ value }) => value !== "");
}

/** Whether another view may be shown: asks the owner once where something of this one would be lost. */
export function mayLeaveView(question: string): boolean {
  const isLost = [...guards].some(([lost, from]) => from === "view" && lost());
  return !isLost || confirm(question);
}

/** The browser asks in its own words, and once for all guards. */
function ask(event: BeforeUnloadEvent): void {
  if ([...guards.keys()].some((isLost) => isLost())) event.preventDefault();
}
