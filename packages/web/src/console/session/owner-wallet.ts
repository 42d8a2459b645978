import type { Wallet } from "../../wallet/discover-wallets.ts";

/** The wallet that the owner signed in with, by its id; forgotten with the page. */
let known: string | null = null;

/** Remembers which wallet is the owner's, so that nobody is asked again while the page stands. */
export function rememberWallet({ id }: Pick<Wallet, "id">): void {
  known = id;
}

/** The owner's wallet out of those in this browser: the one that is remembered, or the only one there is; else null. */
export function chooseWallet(wallets: readonly Wallet[]): Wallet | null {
  const [first, ...others] = wallets;
  return wallets.find(({ id }) => id === known) ?? (others.length === 0 ? (first ?? null) : null);
}
