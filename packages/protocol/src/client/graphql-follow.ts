import { isRecord } from "../messages/fields.ts";
import type { Envelope } from "../messages/typed-data.ts";
import { PeerError } from "./peer-error.ts";

/** The path at which a node of the reference form accepts a follow (decisions 3, 7). */
export const graphqlPath = "/api/graphql";

const query = `mutation CreateConnection($typedData: JSON!, $signature: String!) {
  createConnection(typedData: $typedData, signature: $signature) { address url title }
}`;

/** The GraphQL request of a follow. */
export function followMutation({ typedData, signature }: Envelope): object {
  return { query, operationName: "CreateConnection", variables: { typedData, signature } };
}

/**
 * Checks the reply to a `followMutation`, whose HTTP status is 2xx.
 *
 * @throws PeerError `refused` with the code of the first error. GraphQL refuses with status 200, so the error's status
 *   follows from the code: 500 for a failure of the node, otherwise 400
 */
export function checkFollowReply(status: number, json: unknown): void {
  if (isRecord(json) && Array.isArray(json.errors) && json.errors.length > 0) {
    const code = readErrorCode(json);
    const failed = code === null || code.startsWith("INTERNAL");
    throw new PeerError("refused", "Its GraphQL refused the follow.", { status: failed ? 500 : 400, code });
  }
  const data = isRecord(json) && isRecord(json.data) ? json.data : {};
  if (isRecord(data.createConnection)) return;
  throw new PeerError("bad-reply", "Its GraphQL did not say that the follow stands.", { status });
}

/** The error code in a reply of the protocol or of GraphQL; null without a well-formed one. */
export function readErrorCode(json: unknown): string | null {
  if (!isRecord(json)) return null;
  const [first]: unknown[] = Array.isArray(json.errors) ? json.errors : [];
  const extensions = isRecord(first) && isRecord(first.extensions) ? first.extensions : {};
  const code = json.error ?? extensions.code;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : null;
}
