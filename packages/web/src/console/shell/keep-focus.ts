/** The elements that take the focus by themselves. */
const controls = "a[href], button:not(:disabled), input:not(:disabled), summary, [tabindex]";

/**
 * Keeps the focus where the owner works: when the focused control disappears with its item of a list, the next item gets it,
 * else the one before; when a note or a bar disappears, the item that had the focus last; else the heading of the view. The
 * focus never falls to the page, from which a keyboard begins at the top again. A panel gives it back to the button that opened it.
 *
 * @param root the part of the page that is watched
 * @returns a function that ends it
 */
export function keepFocus(root: HTMLElement): () => void {
  const { ownerDocument: page } = root;
  let focused: Element | null = null;
  let lastItem: Element | null = null;
  let opener: Element | null = null;
  const note = (element: Element | null) => {
    focused = element;
    lastItem = element?.closest("li, tr, [data-item]") ?? lastItem;
    opener = element?.closest("[aria-expanded]") ?? opener;
  };
  const focus = ({ target }: Event) => note(target as Element);
  // A touch on the ground takes the focus away on purpose.
  const touch = ({ target }: Event) => note((target as Element).closest(controls));
  const look = (records: readonly MutationRecord[]) => {
    if (focused === null || focused.isConnected) return;
    if (page.activeElement && page.activeElement !== page.body) return;
    const removal = records.find(({ removedNodes }) =>
      [...removedNodes].some((one) => one.contains(focused)),
    );
    if (!removal) return;
    focused = null;
    const item = lastItem?.contains(opener) ? opener : lastItem;
    const next = findNeighbour(removal) ?? (item?.isConnected ? item : null) ?? findHeading(root);
    if (next) giveFocus(next);
  };
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  root.addEventListener("focusin", focus);
  root.addEventListener("pointerdown", touch);
  return () => {
    observer.disconnect();
    root.removeEventListener("focusin", focus);
    root.removeEventListener("pointerdown", touch);
  };
}

/** The item beside one that was removed from a list: the next, else the one before. */
function findNeighbour({
  target,
  nextSibling,
  previousSibling,
  removedNodes,
}: MutationRecord): Element | null {
  const isItem = [...removedNodes].some(
    (one) => one instanceof Element && one.matches("li, tr, [data-item]"),
  );
  if (!isItem || !target.isConnected) return null;
  for (let next = nextSibling; next; next = next.nextSibling) if (isUsable(next)) return next;
  for (let before = previousSibling; before; before = before.previousSibling)
    if (isUsable(before)) return before;
  return null;
}

function isUsable(node: Node): node is Element {
  return node instanceof Element && node.isConnected;
}

function findHeading(root: HTMLElement): Element | null {
  return root.querySelector("main h1, main h2") ?? root.querySelector("h1, main");
}

function giveFocus(element: Element): void {
  const isAble = element.matches(controls);
  const target =
    isAble || /^(?:H\d|MAIN)$/.test(element.tagName) ? element : (element.querySelector(controls) ?? element);
  if (!(target instanceof HTMLElement)) return;
  if (!target.matches(controls)) target.tabIndex = -1;
  target.focus({ preventScroll: false });
}
