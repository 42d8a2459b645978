import type { EwpErrorCode } from "./errors.ts";
import type { MessageKind } from "./messages/messages.ts";

export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path parameters have a colon prefix. */
  readonly path: string;
  /** The message in its body. */
  readonly message: MessageKind | null;
  /** HTTP status of success. */
  readonly success: number;
  /** Its own errors, in the order of their checks. */
  readonly errors: readonly EwpErrorCode[];
}

/** Every endpoint of the protocol, its errors in the order of decisions 2 (spec 4.1 to 4.9). */
export const endpoints = {
  getProfile: endpoint("GET", "/ewp/profile", 200, null, ["NODE_NOT_FOUND"]),
  getAvatar: endpoint("GET", "/ewp/avatar", 200, null, ["AVATAR_NOT_SET"]),
  listPublications: endpoint("GET", "/ewp/publications", 200, null, [
    "INVALID_LIMIT",
    "INVALID_PAGE",
    "INVALID_SINCE",
  ]),
  getContent: endpoint("GET", "/ewp/contents/:contentHash", 200, null, [
    "INVALID_HASH_FORMAT",
    "INVALID_TIMESTAMP",
    "INVALID_THUMBNAIL_SIZE",
    "CONTENT_NOT_FOUND",
  ]),
  createConnection: endpoint("POST", "/ewp/connections", 201, "CreateConnection", [
    "NODE_NOT_FOUND",
    "INVALID_PAYLOAD",
    "INVALID_URL_FORMAT",
    "INVALID_SIGNATURE",
    "INVALID_TIMESTAMP",
    "CONNECTION_ALREADY_EXISTS",
    "STALE_REQUEST",
    "FOLLOWEE_IDENTITY_MISMATCH",
    "FOLLOWER_IDENTITY_MISMATCH",
  ]),
  destroyConnection: endpoint("DELETE", "/ewp/connections", 204, "DestroyConnection", [
    "NODE_NOT_FOUND",
    "INVALID_PAYLOAD",
    "INVALID_SIGNATURE",
    "INVALID_TIMESTAMP",
    "CONNECTION_NOT_FOUND",
    "STALE_REQUEST",
  ]),
  publish: endpoint("POST", "/ewp/publications", 202, "StatementOfSource", [
    "NODE_NOT_FOUND",
    "INVALID_PAYLOAD",
    "NOT_FOLLOWING",
    "INVALID_SIGNATURE",
    "REPLICATION_ALREADY_EXISTS",
  ]),
  replicate: endpoint("POST", "/ewp/replications", 201, "StatementOfSource", [
    "NODE_NOT_FOUND",
    "INVALID_PAYLOAD",
    "NOT_FOLLOWING",
    "INVALID_SIGNATURE",
    "REPLICATION_ALREADY_EXISTS",
    "CONTENT_HASH_MISMATCH",
    "CONTENT_DESCRIPTION_MISSING",
  ]),
  updateNode: endpoint("PATCH", "/ewp/nodes/:address", 204, "NodeProfileUpdate", [
    "NODE_NOT_FOUND",
    "INVALID_ADDRESS",
    "INVALID_PAYLOAD",
    "ADDRESS_MISMATCH",
    "INVALID_SIGNATURE",
    "INVALID_TIMESTAMP",
    "URL_VERIFICATION_FAILED",
  ]),
} as const satisfies Record<string, Endpoint>;

/** A row of the table. Every endpoint has INTERNAL_ERROR as its last error. */
function endpoint<
  const Method extends Endpoint["method"],
  const Path extends string,
  const Message extends MessageKind | null,
>(method: Method, path: Path, success: number, message: Message, errors: readonly EwpErrorCode[]) {
  const all: readonly EwpErrorCode[] = [...errors, "INTERNAL_ERROR"];
  return { method, path, success, message, errors: all } as const;
}

export type EndpointName = keyof typeof endpoints;

/** Errors of every endpoint, checked before its own (decisions 2). */
export const commonErrors = [
  "RATE_LIMITED",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "PAYLOAD_TOO_LARGE",
  "OVERLOADED",
] as const satisfies readonly EwpErrorCode[];

/** Whether an endpoint of this message lists this error. */
export function listsError(kind: MessageKind, code: EwpErrorCode): boolean {
  const all: readonly Endpoint[] = Object.values(endpoints);
  return all.some(({ message, errors }) => message === kind && errors.includes(code));
}
