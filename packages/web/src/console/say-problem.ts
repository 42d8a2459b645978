import { WalletError } from "../signing/wallets.ts";
import { AskError } from "./ask.ts";
import type { ConsoleWords } from "./words/en.ts";

/** What went wrong, in words: the catalogue's where it has some, else what the node says. */
export function sayProblem(
  words: Pick<ConsoleWords, "wallet" | "problems" | "obstacles">,
  error: unknown,
): string {
  if (error instanceof WalletError) return words.wallet[error.problem];
  if (!(error instanceof AskError)) return (error as Error).message;
  const obstacles: Readonly<Record<string, string>> = words.obstacles;
  const problems: Readonly<Record<string, string>> = words.problems;
  return obstacles[error.reason ?? ""] ?? problems[error.code] ?? error.message;
}
