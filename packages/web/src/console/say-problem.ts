import { WalletError } from "../wallet/wallet-error.ts";
import { AskError } from "./ask.ts";
import type { ConsoleWords } from "./words/en.ts";

/** What went wrong, in words: the catalogue's where it has some, else what the node says. */
export function sayProblem(words: Pick<ConsoleWords, "wallet" | "problems">, error: unknown): string {
  if (error instanceof WalletError) return words.wallet[error.problem];
  const { code, message } =
    error instanceof AskError ? error : { code: "", message: (error as Error).message };
  const said: Readonly<Record<string, string>> = words.problems;
  return said[code] ?? message;
}
