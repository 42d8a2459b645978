import { keyFileId, type Wallet } from "../../signing/wallets.ts";

/** The id of the wallet that the owner signed in with, until the page is closed. */
let known: string | null = null;

/** Stores in this tab whether it was a key file: browser wallets get a new id with each page. */
const kindKey = "freehold:signs-with";

/** Remembers the owner's wallet as long as the page is open. */
export function rememberWallet({ id }: Pick<Wallet, "id">): void {
  known = id;
  sessionStorage.setItem(kindKey, id === keyFileId ? "key-file" : "wallet");
}

/** The owner's wallet: the remembered one, or the only one of the kind used in this tab; else null. */
export function chooseWallet(wallets: readonly Wallet[]): Wallet | null {
  const kind = sessionStorage.getItem(kindKey);
  const ofKind = wallets.filter(({ id }) => kind === null || (id === keyFileId) === (kind === "key-file"));
  const [first, ...others] = ofKind;
  return wallets.find(({ id }) => id === known) ?? (others.length === 0 ? (first ?? null) : null);
}
