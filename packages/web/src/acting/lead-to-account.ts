import type { Address } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";
import type { Wallet } from "../wallet/discover-wallets.ts";
import { type Account, askAccount, changeChain, isOnChain } from "../wallet/open-account.ts";
import type { Steps } from "./create-steps.ts";

/** What is said on the way to an account. */
export type WayWords = Messages["walletSteps"];

/** What leads to which account. */
export interface Way {
  readonly words: WayWords;
  /** What is signed in the end, said before the wallet opens; null where it stands there anyway. */
  readonly explain: string | null;
  /** What is said where there is no wallet, if not the usual. */
  readonly none?: string;
  /** The address that is to sign; null for whichever it is. */
  readonly wanted?: Address | null;
}

/**
 * Leads a visitor to an account that can sign: which wallet where there are several, which address, and another network
 * where it is needed. Each question of a wallet has a touch of its own.
 */
export async function leadToAccount(
  steps: Steps,
  wallets: readonly Wallet[],
  { words, explain, none = words.none, wanted = null }: Way,
  then: (account: Account) => Promise<void>,
): Promise<void> {
  const open = async (wallet: Wallet) => {
    const account = await askAccount(wallet, wanted);
    if (await isOnChain(wallet)) return await then(account);
    steps.offer(words.change, words.otherNetwork, async () => {
      await changeChain(wallet);
      await then(account);
    });
  };
  const [first] = wallets;
  if (first === undefined) return steps.say(none);
  if (wallets.length > 1) {
    const names = wallets.map(({ name }) => name || words.unnamed);
    const said = [explain, words.several].filter((one) => one !== null).join("\n");
    return steps.choose(names, said, async (at) => await open(wallets[at] ?? first));
  }
  if (explain === null) return await open(first);
  steps.offer(words.open, explain, () => open(first));
}
