import { keyFileId, type Wallet } from "../../signing/wallets.ts";

/** The wallet that the owner signed in with, by its id; forgotten with the page. */
let known: string | null = null;

/** Whether it was a key file is known in this tab until it is closed: real wallets take a new id with each page. */
const kindKey = "freehold:signs-with";

/** Remembers which wallet is the owner's, so that nobody is asked again while the page stands. */
export function rememberWallet({ id }: Pick<Wallet, "id">): void {
  known = id;
  sessionStorage.setItem(kindKey, id === keyFileId ? "key-file" : "wallet");
}

/**
 * The owner's wallet out of those in this browser: the one that is remembered, or the only one there is, or the only one
 * of the kind that was used in this tab; else null.
 */
export function chooseWallet(wallets: readonly Wallet[]): Wallet | null {
  const kind = sessionStorage.getItem(kindKey);
  const ofKind = wallets.filter(({ id }) => kind === null || (id === keyFileId) === (kind === "key-file"));
  const [first, ...others] = ofKind;
  return wallets.find(({ id }) => id === known) ?? (others.length === 0 ? (first ?? null) : null);
}
