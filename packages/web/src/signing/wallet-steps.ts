import type { Address } from "@freehold/protocol";
import type { Messages } from "../messages/site/en.ts";
import { type Account, askAccount, changeChain, isOnChain } from "./account.ts";
import type { Wallet } from "./wallets.ts";

/** What a visitor does one touch after another, since each prompt of a wallet must come straight from one. */
export interface Steps {
  /** Carries out the step that was offered, or else this one, and says how it goes. */
  take(first: () => Promise<void>): Promise<void>;
  /** What the next touch does, in words beside the button and on it. */
  offer(label: string, sentence: string, step: () => Promise<void>): void;
  /** A button for each of some names, instead of the one; a touch does the step of that place. */
  choose(names: readonly string[], sentence: string, step: (at: number) => Promise<void>): void;
  say(sentence: string): void;
  /** Forgets what was offered. */
  reset(): void;
}

/**
 * Steps behind one button.
 *
 * @param explain the words for what was thrown
 */
export function createSteps(
  button: HTMLButtonElement,
  status: HTMLElement,
  { waiting, explain }: { waiting: string; explain: (error: unknown) => string },
): Steps {
  const label = button.textContent ?? "";
  let next: (() => Promise<void>) | null = null;
  let list: HTMLElement | null = null;

  async function attempt(step: () => Promise<void>): Promise<void> {
    const buttons = [button, ...(list?.querySelectorAll("button") ?? [])];
    for (const one of buttons) one.disabled = true;
    status.textContent = waiting;
    try {
      await step();
    } catch (error) {
      status.textContent = explain(error);
    } finally {
      for (const one of buttons) one.disabled = false;
    }
  }

  function stand(names: string, step: (() => Promise<void>) | null): void {
    button.textContent = names;
    next = step;
    if (list === null) return;
    list.remove();
    list = null;
    button.hidden = false;
  }

  return {
    take: (first) => attempt(next ?? first),
    say(sentence) {
      status.textContent = sentence;
    },
    offer(words, sentence, step) {
      const hadFocus = list?.contains(document.activeElement);
      stand(words, step);
      status.textContent = sentence;
      if (hadFocus) button.focus();
    },
    choose(names, sentence, step) {
      stand(label, null);
      status.textContent = sentence;
      list = Object.assign(document.createElement("span"), { className: "choose" });
      for (const [at, name] of names.entries()) {
        const one = Object.assign(document.createElement("button"), { type: "button", textContent: name });
        one.addEventListener("click", () => void attempt(() => step(at)));
        list.append(one);
      }
      button.after(list);
      button.hidden = true;
      list.querySelector("button")?.focus();
    },
    reset: () => stand(label, null),
  };
}

/** What is said on the way to an account. */
export type WalletStepMessages = Messages["walletSteps"];

/** What leads to which account. */
export interface AccountRequest {
  readonly messages: WalletStepMessages;
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
export async function requestAccount(
  steps: Steps,
  wallets: readonly Wallet[],
  { messages, explain, none = messages.none, wanted = null }: AccountRequest,
  then: (account: Account) => Promise<void>,
): Promise<void> {
  const open = async (wallet: Wallet) => {
    const account = await askAccount(wallet, wanted);
    if (await isOnChain(wallet)) return await then(account);
    steps.offer(messages.change, messages.otherNetwork, async () => {
      await changeChain(wallet);
      await then(account);
    });
  };
  const [first] = wallets;
  if (first === undefined) return steps.say(none);
  if (wallets.length > 1) {
    const names = wallets.map(({ name }) => name || messages.unnamed);
    const said = [explain, messages.several].filter((one) => one !== null).join("\n");
    return steps.choose(names, said, async (at) => await open(wallets[at] ?? first));
  }
  if (explain === null) return await open(first);
  steps.offer(messages.open, explain, () => open(first));
}
