import { type TypedDocument, textOfDocument, type VariablesArgument } from "@freehold/client";

/** The headers of a GraphQL request. */
export const jsonHeaders = {
  accept: "application/graphql-response+json",
  "content-type": "application/json",
} as const;

/** Replies to requests that were sent before the code that asks, by their bodies. */
const replies = new Map<string, Promise<Response>>();

/** Sends a request whose reply is taken later (`takeFirstReply`). */
export function askAhead<Variables>(
  document: TypedDocument<unknown, Variables>,
  ...[variables]: Required<VariablesArgument<NoInfer<Variables>>>
): void {
  const body = JSON.stringify({ query: textOfDocument(document), variables });
  const reply = fetch("/api/graphql", { method: "POST", headers: jsonHeaders, body });
  // The caller that takes it handles the failure.
  reply.catch(() => {});
  replies.set(body, reply);
}

/** The reply to a request that was sent already, once; undefined for any other. */
export function takeFirstReply(body: string): Promise<Response> | undefined {
  const reply = replies.get(body);
  replies.delete(body);
  return reply;
}
