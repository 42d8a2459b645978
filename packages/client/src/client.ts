import { type ApiErrorEntry, type FailureCode, FreeholdError } from "./api-error.ts";
import { type Accepted, type TypedDocument, textOfDocument } from "./graphql.ts";
import { writeBody } from "./write-body.ts";

export interface FreeholdClientOptions {
  /** The address of the node, as `https://me.example`. */
  readonly url: string | URL;
  /** An access token of the owner; without one the client sees what readers see. */
  readonly token?: string | undefined;
  /** In place of the global `fetch`, as one with a proxy or a certificate authority. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The variables and options of a call. The variables may be left out where the document needs none. */
export type CallArguments<Variables> = object extends Variables
  ? readonly [variables?: Accepted<Variables>, options?: CallOptions]
  : readonly [variables: Accepted<Variables>, options?: CallOptions];

/** The reply to a document with one list. */
type ListReply<Item> = Readonly<
  Record<
    string,
    {
      readonly nodes: readonly Item[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    } | null
  >
>;

/** Calls the GraphQL API of a node (specification 4.10). It runs in browsers and in Node. */
export class FreeholdClient {
  readonly #endpoint: URL;
  readonly #token: string | undefined;
  readonly #fetch: typeof globalThis.fetch;

  constructor({ url, token, fetch = globalThis.fetch }: FreeholdClientOptions) {
    this.#endpoint = new URL("/api/graphql", url);
    this.#token = token;
    this.#fetch = fetch;
  }

  /**
   * Sends a document. A file is a `Blob` or `File` among its variables, one a call. Several changes run one after the other.
   *
   * @param document made by `graphql`, or a text without types
   * @throws FreeholdError; what `signal` was aborted with
   */
  async request<Reply, Variables>(
    document: TypedDocument<Reply, Variables>,
    ...args: CallArguments<NoInfer<Variables>>
  ): Promise<Reply>;
  async request<Reply = unknown>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Reply>;
  async request<Reply>(
    document: TypedDocument | string,
    variables: object = {},
    options: CallOptions = {},
  ): Promise<Reply> {
    const query = typeof document === "string" ? document : textOfDocument(document);
    return await this.#send<Reply>(query, { ...variables }, options);
  }

  /**
   * Reads a list from its beginning or after the cursor `after`, a page at a time, as the caller takes its items.
   *
   * @param document a query with one field, a list, of which it asks `nodes` and `pageInfo { hasNextPage endCursor }`; it takes
   *   `$after`
   * @throws FreeholdError; what `signal` was aborted with
   */
  async *list<Item, Variables extends { readonly after?: string | null }>(
    document: TypedDocument<ListReply<Item>, Variables>,
    ...[variables, options]: CallArguments<NoInfer<Variables>>
  ): AsyncGenerator<Item, void, undefined> {
    let after: string | null | undefined = variables?.after;
    do {
      const reply: ListReply<Item> = await this.#send(
        textOfDocument(document),
        { ...variables, ...(after != null && { after }) },
        options,
      );
      const { nodes = [], pageInfo } = Object.values(reply)[0] ?? {};
      yield* nodes;
      after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
  }

  async #send<T>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    { signal }: CallOptions = {},
  ): Promise<T> {
    const body = writeBody(query, variables);
    const headers = new Headers({ accept: "application/json", "graphql-require-preflight": "1" });
    if (typeof body === "string") headers.set("content-type", "application/json");
    if (this.#token !== undefined) headers.set("authorization", `Bearer ${this.#token}`);
    const fetch = this.#fetch;
    const response = await fetch(this.#endpoint, {
      method: "POST",
      headers,
      body,
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw signal.reason;
      const { host } = this.#endpoint;
      throw new FreeholdError("UNREACHABLE", `${host} does not respond.`, { status: null, cause });
    });
    return await readReply<T>(response, signal);
  }
}

interface Reply<T> {
  readonly data?: T | null;
  readonly errors?: readonly ApiErrorEntry[];
  /** The code of a refusal that is not GraphQL. */
  readonly error?: string;
  readonly message?: string;
}

async function readReply<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  const { status } = response;
  const reply = await response.json().then(
    (json: unknown) => json as Reply<T> | null,
    () => null,
  );
  if (signal?.aborted) throw signal.reason;
  const { data, errors = [] } = reply ?? {};
  const [first] = errors;
  if (first === undefined && data !== undefined && data !== null) return data;
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const code = first?.extensions?.code ?? reply?.error ?? "BAD_ANSWER";
  const message = first?.message ?? reply?.message ?? `This reply (${status}) is not that of a node.`;
  throw new FreeholdError(code as FailureCode, message, {
    status,
    errors,
    data,
    retryAfter: Number.isNaN(seconds) ? null : seconds,
  });
}
