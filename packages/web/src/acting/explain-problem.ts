import type { Messages } from "../messages/site/en.ts";
import { WalletError } from "../wallet/wallet-error.ts";
import { NodeError } from "./ask-node.ts";

/** The words for what the node refuses, by its reason or its code; and for what is neither. */
export type ProblemWords = Readonly<Record<string, string>> & Record<"other" | "offline", string>;

/** The words for what a wallet or the node did not do. */
export function explainProblem(error: unknown, problems: ProblemWords, wallet: Messages["wallet"]): string {
  if (error instanceof WalletError) return wallet[error.problem];
  if (error instanceof NodeError) return problems[error.reason] ?? problems[error.code] ?? problems.other;
  // What `fetch` throws when nothing answers.
  return error instanceof TypeError ? problems.offline : problems.other;
}
