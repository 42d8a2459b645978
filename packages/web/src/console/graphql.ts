import { jsonHeaders, takeFirstReply } from "./first-reads.ts";

interface ErrorDetails {
  readonly reason?: string | undefined;
  readonly maxBytes?: number | undefined;
}

/** An error that the node answered. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** `extensions.code` of the first error, or OFFLINE without an answer. */
  readonly code: string;
  /** `extensions.reason`: the exact reason, if the node gives one. */
  readonly reason: string | null;
  /** `extensions.maxBytes`: the largest size that the node takes, where one was exceeded. */
  readonly maxBytes: number | null;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.reason = details.reason ?? null;
    this.maxBytes = details.maxBytes ?? null;
  }
}

/** A reply to a GraphQL operation. */
export interface Reply<T> {
  readonly data?: T | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: ErrorDetails & { readonly code?: string };
  }[];
}

/**
 * Sends a GraphQL operation to the node, with the session's cookie.
 *
 * @param document one operation
 * @throws ApiError
 */
export function graphql<T>(
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
  signal?: AbortSignal,
): Promise<T> {
  const body = JSON.stringify({ query: document, variables });
  return send({ headers: jsonHeaders, body, signal: signal ?? null });
}

/** Sends a GraphQL operation with one root field. @returns its value. @throws ApiError */
export async function graphqlField<T>(...operation: Parameters<typeof graphql>): Promise<T> {
  const [value] = Object.values(await graphql<Record<string, T>>(...operation));
  return value as T;
}

/**
 * A function that sends a mutation.
 *
 * @param document one mutation with the variable `$input` and one root field, whose value is returned
 */
export function mutation<Input, T = unknown>(document: string) {
  return (input: Input): Promise<T> => graphqlField<T>(document, { input });
}

/** Sends a GraphQL operation with a file. @throws ApiError */
export function graphqlWithFile<T>(document: string, file: Blob): Promise<T> {
  return send({ headers: { "graphql-require-preflight": "1" }, body: writeMultipart(document, {}, file) });
}

/**
 * The body of a request with a file, by the GraphQL multipart request specification.
 *
 * @param document one operation whose variable `$input` has a field `file`
 * @param input the other fields of `$input`
 */
export function writeMultipart(document: string, input: object, file: Blob, name: string = "file"): FormData {
  const body = new FormData();
  const variables = { input: { ...input, file: null } };
  body.append("operations", JSON.stringify({ query: document, variables }));
  body.append("map", JSON.stringify({ file: ["variables.input.file"] }));
  body.append("file", file, name);
  return body;
}

async function send<T>({ headers, ...rest }: RequestInit): Promise<T> {
  const first = takeFirstReply(rest.body)?.catch(() => {
    throw offline();
  });
  const response = await (first ??
    fetchFromNode("/api/graphql", {
      ...rest,
      method: "POST",
      headers: { accept: jsonHeaders.accept, ...(headers as Record<string, string>) },
    }));
  return readData<T>(await response.json().catch(() => ({})), response);
}

/** The data of a reply. @throws ApiError */
export function readData<T>(
  { data, errors: [error] = [] }: Reply<T>,
  { status, statusText }: Pick<Response, "status" | "statusText">,
): T {
  if (!error && data !== null && data !== undefined) return data;
  const { code = codeOfStatus(status), ...details } = error?.extensions ?? {};
  throw new ApiError(code, error?.message ?? statusText, details);
}

/** The code of a reply without one. */
export function codeOfStatus(status: number): string {
  return status === 429 ? "RATE_LIMITED" : `HTTP_${status}`;
}

/** `fetch` from the node. @throws ApiError OFFLINE without an answer; the reason of the signal */
export async function fetchFromNode(path: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(path, init).catch((error: unknown) => {
    throw init.signal?.aborted ? error : offline();
  });
}

/** The error of a request without an answer. */
export const offline = () => new ApiError("OFFLINE", "The node does not answer.");
