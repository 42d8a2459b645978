import { type ApiErrorEntry, type FailureCode, FreeholdError } from "./api-error.ts";
import { type Document, writeBody, writeDocument } from "./document.ts";
import { fields } from "./generated/fields.ts";
import type { Mutation, PageInfo, Query } from "./generated/types.ts";
import type { Exact, ExactField, Field, FieldSelection, Result, Selection } from "./selection.ts";

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

/** The queries whose answer comes in pages. */
export type ListName = {
  [K in keyof Query]: Query[K] extends Field<unknown, infer Value>
    ? NonNullable<Value> extends { readonly nodes: readonly unknown[]; readonly pageInfo: PageInfo }
      ? K
      : never
    : never;
}[keyof Query];

type ItemOf<F> =
  F extends Field<unknown, infer Value>
    ? NonNullable<Value> extends { readonly nodes: readonly (infer Item)[] }
      ? Item
      : never
    : never;

/** A list as a field of its items. */
type ListField<K extends ListName> =
  Query[K] extends Field<infer Args, unknown> ? Field<Args, ItemOf<Query[K]>> : never;

/** The selection for each item of a list, with the arguments of the list. */
export type ListSelection<K extends ListName> = FieldSelection<ListField<K>>;

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
   * Asks for the selected fields.
   *
   * @returns an object with them, and nothing else
   * @throws FreeholdError; what `signal` was aborted with
   */
  async query<const S extends Selection<Query>>(
    selection: S & Exact<Query, S>,
    options?: CallOptions,
  ): Promise<Result<Query, S>> {
    return await this.#send(writeDocument(fields, "query", selection), options);
  }

  /**
   * Changes something, and asks for the selected fields of the outcome. A file is a `Blob` or `File` among the arguments, one a
   * call. Several changes run one after the other.
   *
   * @throws FreeholdError; what `signal` was aborted with
   */
  async mutate<const S extends Selection<Mutation>>(
    selection: S & Exact<Mutation, S>,
    options?: CallOptions,
  ): Promise<Result<Mutation, S>> {
    return await this.#send(writeDocument(fields, "mutation", selection), options);
  }

  /**
   * Reads a list from its beginning or after the cursor `after`, a page at a time, as the caller takes its items. `first` is
   * the size of a page.
   *
   * @throws FreeholdError; what `signal` was aborted with
   */
  async *list<K extends ListName, const S extends ListSelection<K>>(
    name: K,
    selection: S & ExactField<ListField<K>, S>,
    options?: CallOptions,
  ): AsyncGenerator<Result<ItemOf<Query[K]>, S>, void, undefined> {
    type Page = { readonly nodes: readonly Result<ItemOf<Query[K]>, S>[]; readonly pageInfo: PageInfo };
    const { __args, ...nodes } = selection as { readonly __args?: { readonly after?: string | null } };
    let after = __args?.after;
    do {
      const page = {
        __args: { ...__args, after },
        nodes,
        pageInfo: { hasNextPage: true, endCursor: true },
      };
      const answer: Record<string, Page | null> = await this.#send(
        writeDocument(fields, "query", { [name]: page }),
        options,
      );
      const { nodes: items = [], pageInfo } = answer[name] ?? {};
      yield* items;
      after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
    } while (after);
  }

  /**
   * Sends a document as it is written.
   *
   * @throws FreeholdError; what `signal` was aborted with
   */
  async request<T = unknown>(
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    options?: CallOptions,
  ): Promise<T> {
    return await this.#send<T>({ query, variables }, options);
  }

  async #send<T>(document: Document, { signal }: CallOptions = {}): Promise<T> {
    const body = writeBody(document);
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
      throw new FreeholdError("UNREACHABLE", `${host} does not answer.`, { status: null, cause });
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
  const message =
    first?.message ?? reply?.message ?? `This is no answer of a node, with the status ${status}.`;
  throw new FreeholdError(code as FailureCode, message, {
    ...{ status, errors, data, retryAfter: Number.isNaN(seconds) ? null : seconds },
  });
}
