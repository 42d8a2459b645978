/** What the node refused, with the code that it gave for it; empty where it gave none. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Answer<T> {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
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
    const code = error?.extensions?.code ?? (response.status === 429 ? "RATE_LIMITED" : "");
    throw new NodeError(code, error?.message ?? response.statusText);
  }
  return data;
}
