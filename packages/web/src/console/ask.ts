/** What the node said no to. */
export class AskError extends Error {
  override readonly name = "AskError";
  /** `extensions.code` of the first error, or OFFLINE where there was no answer. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Reply<T> {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/**
 * Asks the node by GraphQL, with the session's cookie.
 *
 * @param document one operation; a test compares each in the sources with the schema
 * @throws AskError
 */
export async function ask<T>(
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<T> {
  const response = await fetch("/api/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/graphql-response+json" },
    body: JSON.stringify({ query: document, variables }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new AskError("OFFLINE", "The node does not answer.");
  });
  const { data, errors = [] } = await readReply<T>(response);
  const [error] = errors;
  if (error || data === null || data === undefined) {
    throw new AskError(
      error?.extensions?.code ?? `HTTP_${response.status}`,
      error?.message ?? response.statusText,
    );
  }
  return data;
}

async function readReply<T>(response: Response): Promise<Reply<T>> {
  try {
    return (await response.json()) as Reply<T>;
  } catch {
    return {};
  }
}
