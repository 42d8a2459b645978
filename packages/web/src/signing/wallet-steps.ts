import type { Address } from "@freehold/protocol";
import { ApiError } from "../console/graphql.ts";
import type { Messages } from "../messages/site/en.ts";
import { type Account, askAccount, changeChain, isOnChain } from "./account.ts";
import { discoverWallets, type Wallet, WalletError } from "./wallets.ts";

type Step = () => Promise<void>;

/**
 * Steps behind one button: a wallet opens its prompt only straight from a click, so each prompt has a click of its own.
 *
 * @param explain returns the text for an error
 */
export function createSteps(
  button: HTMLButtonElement,
  status: HTMLElement,
  { waiting, explain }: { waiting: string; explain: (error: unknown) => string },
) {
  const label = button.textContent ?? "";
  let next: Step | null = null;
  let list: HTMLElement | null = null;

  async function attempt(step: Step): Promise<void> {
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

  function show(text: string, step: Step | null): void {
    button.textContent = text;
    button.hidden = false;
    next = step;
    list?.remove();
    list = null;
  }

  return {
    /** Runs the offered step, or `first` if none was offered. */
    take: (first: Step) => attempt(next ?? first),
    say(text: string): void {
      status.textContent = text;
    },
    /** Sets the action of the next click. */
    offer(text: string, sentence: string, step: Step): void {
      const hadFocus = list?.contains(document.activeElement);
      show(text, step);
      status.textContent = sentence;
      if (hadFocus) button.focus();
    },
    /** Replaces the button with one for each name; a click runs `step` with its index. */
    choose(names: readonly string[], sentence: string, step: (index: number) => Promise<void>): void {
      show(label, null);
      status.textContent = sentence;
      list = Object.assign(document.createElement("span"), { className: "choose" });
      for (const [index, textContent] of names.entries()) {
        const one = Object.assign(document.createElement("button"), { type: "button", textContent });
        one.addEventListener("click", () => void attempt(() => step(index)));
        list.append(one);
      }
      button.after(list);
      button.hidden = true;
      list.querySelector("button")?.focus();
    },
    /** Drops the offered step. */
    reset: () => show(label, null),
  };
}

/** The texts of a form that ends with a wallet's signature. */
export interface SigningTexts {
  readonly walletSteps: Messages["walletSteps"];
  /** By the reason or the code of the node's error; all others come with a sentence of theirs. */
  readonly problems: Readonly<Record<string, string>> & Record<"other" | "offline", string>;
  readonly wallet: Messages["wallet"];
}

interface AccountRequest {
  /** The data that is signed in the end, shown before the wallet opens; null if the page shows it anyway. */
  readonly explain: string | null;
  /** The text if there is no wallet. */
  readonly none?: string;
  /** The address that has to sign; null for any. */
  readonly wanted?: Address | null;
}

/** The steps of a form that ends with a wallet's signature. */
export function createSigningSteps(
  button: HTMLButtonElement,
  status: HTMLElement,
  { walletSteps: messages, problems, wallet: walletProblems }: SigningTexts,
  onWallets: (wallets: readonly Wallet[]) => void = () => {},
) {
  const texts = { waiting: messages.waiting, explain };
  const steps = createSteps(button, status, texts);
  let wallets: readonly Wallet[] = [];
  discoverWallets((found) => {
    wallets = found;
    onWallets(found);
  });

  function explain(error: unknown): string {
    if (error instanceof WalletError) return walletProblems[error.problem];
    if (!(error instanceof ApiError)) return problems.other;
    if (error.code === "OFFLINE") return problems.offline;
    const { code, reason, text, sentence, message } = error;
    return problems[reason ?? ""] ?? problems[code] ?? text ?? (sentence ? message : problems.other);
  }

  /** Asks which wallet, then for its address, then for another network if needed, each with a click of its own. */
  async function requestAccount(
    { explain: purpose, none = messages.none, wanted = null }: AccountRequest,
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
      const sentence = purpose === null ? messages.several : `${purpose}\n${messages.several}`;
      return steps.choose(names, sentence, (index) => open(wallets[index] ?? first));
    }
    if (purpose === null) return await open(first);
    steps.offer(messages.open, purpose, () => open(first));
  }

  return { ...steps, texts, requestAccount };
}
