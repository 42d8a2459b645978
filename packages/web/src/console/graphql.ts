/** An error that the node answered. */
export class ApiError extends Error {
  override readonly name = "AskError";
  /** `extensions.code` of the first error, or OFFLINE without an answer. */
  readonly code: string;
  /** `extensions.reason`: the exact reason, if the node gives one. */
  readonly reason: string | null;

  constructor(code: string, message: string, reason: string | null = null) {
    super(message);
    this.code = code;
    this.reason = reason;
  }
}

interface Reply<T> {
  readonly data?: T | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly reason?: string };
  }[];
}

/**
 * Sends a GraphQL operation to the node, with the session's cookie.
 *
 * @param document one operation; a test compares each in the sources with the schema
 * @throws ApiError
 */
export function graphql<T>(
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<T> {
  return send(
    { headers: { "content-type": "application/json" }, body: JSON.stringify({ query: document, variables }) },
    signal,
  );
}

/** Sends a GraphQL operation with one root field. @returns its value. @throws ApiError */
export async function graphqlField<T>(...operation: Parameters<typeof graphql>): Promise<T> {
  const [value] = Object.values(await graphql<Record<string, T>>(...operation));
  return value as T;
}

/**
 * Sends a GraphQL operation with a file, by the GraphQL multipart request specification.
 *
 * @param document one operation whose variable `$input` has a field `file`
 * @throws ApiError
 */
export function graphqlWithFile<T>(document: string, file: Blob, signal?: AbortSignal): Promise<T> {
  const body = new FormData();
  body.append("operations", JSON.stringify({ query: document, variables: { input: { file: null } } }));
  body.append("map", JSON.stringify({ file: ["variables.input.file"] }));
  body.append("file", file, "file");
  return send({ headers: { "graphql-require-preflight": "1" }, body }, signal);
}

async function send<T>({ headers, body }: RequestInit, signal: AbortSignal | undefined): Promise<T> {
  const response = await fetch("/api/graphql", {
    method: "POST",
    headers: { accept: "application/graphql-response+json", ...(headers as Record<string, string>) },
    body: body ?? null,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new ApiError("OFFLINE", "The node does not answer.");
  });
  const { data, errors = [] } = await readReply<T>(response);
  const [error] = errors;
  if (error || data === null || data === undefined) {
    throw new ApiError(
      error?.extensions?.code ?? `HTTP_${response.status}`,
      error?.message ?? response.statusText,
      error?.extensions?.reason,
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
