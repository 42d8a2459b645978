import type { Messages } from "../messages/site/en.ts";
import { WalletError } from "./wallets.ts";

/** What the node refused, with the code that it gave for it, and the reason; each is empty where it gave none. */
class NodeError extends Error {
  override readonly name = "NodeError";
  readonly code: string;
  readonly reason: string;

  constructor(message: string, { code = "", reason = "" }: { code?: string; reason?: string }) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

interface Answer<T> {
  readonly data?: T | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly reason?: string };
  }[];
}

/**
 * Carries out an operation of this node's GraphQL.
 *
 * @throws NodeError for what it refuses, TypeError when it can't be reached
 */
export async function askNode<T>(query: string, variables: object): Promise<T> {
  const response = await fetch("/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json().catch(() => ({}))) as Answer<T>;
  const [error] = errors ?? [];
  if (error || !data) {
    const busy = response.status === 429 ? { code: "RATE_LIMITED" } : {};
    throw new NodeError(error?.message ?? response.statusText, error?.extensions ?? busy);
  }
  return data;
}

/** The words for what the node refuses, by its reason or its code; and for what is neither. */
export type ProblemMessages = Readonly<Record<string, string>> & Record<"other" | "offline", string>;

/** The words for what a wallet or the node did not do. */
export function explainProblem(
  error: unknown,
  problems: ProblemMessages,
  wallet: Messages["wallet"],
): string {
  if (error instanceof WalletError) return wallet[error.problem];
  if (error instanceof NodeError) return problems[error.reason] ?? problems[error.code] ?? problems.other;
  // What `fetch` throws when nothing answers.
  return error instanceof TypeError ? problems.offline : problems.other;
}
