import { type Accepted, type ReplyOf, type TypedDocument, textOfDocument } from "@freehold/client";
import type { Sentence } from "../messages/console/translate-sentence.ts";
import { jsonHeaders, takeFirstReply } from "./first-replies.ts";

interface ErrorDetails {
  readonly reason?: string | undefined;
  readonly maxBytes?: number | undefined;
  readonly sentence?: Sentence | undefined;
  readonly text?: string | undefined;
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
  /** `extensions.sentence`: the message as templates with their values, for other languages. */
  readonly sentence: Sentence | undefined;
  /** `extensions.text`: the message in the language of the page. */
  readonly text: string | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.reason = details.reason ?? null;
    this.maxBytes = details.maxBytes ?? null;
    this.sentence = details.sentence;
    this.text = details.text;
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

/** The value of a reply with one root field. */
export type Field<Reply> = Reply[keyof Reply];

/** The value of the root field of a document. */
export type FieldOf<Document> = Field<ReplyOf<Document>>;

/** A page of a list of the API. */
export interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The reply to a document with one list. */
export type ListReply<Item> = Readonly<Record<string, Page<Item>>>;

/** An item of the list that a document reads. */
export type ItemOf<Document> =
  NonNullable<FieldOf<Document>> extends { readonly nodes: readonly (infer Item)[] } ? Item : never;

/** The variables of a call, which may be left out where the document needs none, and more. */
export type CallArguments<Variables, More> = object extends Variables
  ? readonly [variables?: Accepted<Variables>, more?: More]
  : readonly [variables: Accepted<Variables>, more?: More];

type AskApi = <Reply, Variables>(
  document: TypedDocument<Reply, Variables>,
  ...rest: CallArguments<NoInfer<Variables>, AbortSignal>
) => Promise<Reply>;

type AskField = <Reply, Variables>(
  document: TypedDocument<Reply, Variables>,
  ...rest: CallArguments<NoInfer<Variables>, AbortSignal>
) => Promise<Field<Reply>>;

/**
 * Sends a GraphQL operation to the node, with the session's cookie.
 *
 * @param document one operation
 * @param rest its variables, and a signal that ends the call
 * @throws ApiError
 */
export const askApi = sendJson as AskApi;

/** Sends a GraphQL operation with one root field. @returns its value. @throws ApiError */
export const askField = sendForField as AskField;

/** `askField` for a caller whose own types check the variables. */
export async function sendForField<Reply>(
  document: TypedDocument<Reply>,
  variables?: unknown,
  signal?: AbortSignal,
): Promise<Field<Reply>> {
  const reply = await sendJson<Readonly<Record<string, Field<Reply>>>>(document, variables, signal);
  const [value] = Object.values(reply);
  return value as Field<Reply>;
}

/** The length of a request from which on it ends with its page. */
const keptBytes = 4_000;

/** `askApi` for a caller whose own types check the variables. */
export async function sendJson<Reply>(
  document: TypedDocument,
  variables: unknown = {},
  signal?: AbortSignal,
): Promise<Reply> {
  const body = JSON.stringify({ query: textOfDocument(document), variables });
  const first = takeFirstReply(body)?.catch(() => {
    throw offline();
  });
  // An act of the owner reaches the node although the page is closed. Browsers keep few bytes for that.
  const keepalive = body.length < keptBytes && textOfDocument(document).trimStart().startsWith("mutation");
  const request = { method: "POST", headers: jsonHeaders, body, keepalive, signal: signal ?? null };
  const response = await (first ?? fetchFromNode("/api/graphql", request));
  return readData(await response.json().catch(() => ({})), response);
}

/**
 * A function that sends a mutation.
 *
 * @param document one mutation with the variable `$input` and one root field, whose value is returned
 */
export function mutation<Reply, Input>(document: TypedDocument<Reply, { readonly input: Input }>) {
  return (input: Accepted<Input>): Promise<Field<Reply>> => sendForField(document, { input });
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

/** The code of a reply without one: the node gave none, or a proxy before it answered, which may not reach it. */
export function codeOfStatus(status: number): string {
  return status === 502 || status === 504 ? "OFFLINE" : `HTTP_${status}`;
}

/** `fetch` from the node. @throws ApiError OFFLINE without an answer; the reason of the signal */
export async function fetchFromNode(path: string, init: RequestInit = {}): Promise<Response> {
  return await fetch(path, init).catch((error: unknown) => {
    throw init.signal?.aborted ? error : offline();
  });
}

/** The error of a request without an answer. */
export const offline = () => new ApiError("OFFLINE", "The node does not answer.");
