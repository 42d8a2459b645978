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
  getProfile: {
    method: "GET",
    path: "/ewp/profile",
    message: null,
    success: 200,
    errors: ["NODE_NOT_FOUND", "INTERNAL_ERROR"],
  },
  getAvatar: {
    method: "GET",
    path: "/ewp/avatar",
    message: null,
    success: 200,
    errors: ["AVATAR_NOT_SET", "INTERNAL_ERROR"],
  },
  listPublications: {
    method: "GET",
    path: "/ewp/publications",
    message: null,
    success: 200,
    errors: ["INVALID_LIMIT", "INVALID_PAGE", "INVALID_SINCE", "INTERNAL_ERROR"],
  },
  getContent: {
    method: "GET",
    path: "/ewp/contents/:contentHash",
    message: null,
    success: 200,
    errors: [
      "INVALID_HASH_FORMAT",
      "INVALID_TIMESTAMP",
      "INVALID_THUMBNAIL_SIZE",
      "CONTENT_NOT_FOUND",
      "INTERNAL_ERROR",
    ],
  },
  createConnection: {
    method: "POST",
    path: "/ewp/connections",
    message: "CreateConnection",
    success: 201,
    errors: [
      "NODE_NOT_FOUND",
      "INVALID_PAYLOAD",
      "INVALID_URL_FORMAT",
      "INVALID_SIGNATURE",
      "INVALID_TIMESTAMP",
      "CONNECTION_ALREADY_EXISTS",
      "STALE_REQUEST",
      "FOLLOWEE_IDENTITY_MISMATCH",
      "FOLLOWER_IDENTITY_MISMATCH",
      "INTERNAL_ERROR",
    ],
  },
  destroyConnection: {
    method: "DELETE",
    path: "/ewp/connections",
    message: "DestroyConnection",
    success: 204,
    errors: [
      "NODE_NOT_FOUND",
      "INVALID_PAYLOAD",
      "INVALID_SIGNATURE",
      "INVALID_TIMESTAMP",
      "CONNECTION_NOT_FOUND",
      "STALE_REQUEST",
      "INTERNAL_ERROR",
    ],
  },
  publish: {
    method: "POST",
    path: "/ewp/publications",
    message: "StatementOfSource",
    success: 202,
    errors: [
      "NODE_NOT_FOUND",
      "INVALID_PAYLOAD",
      "NOT_FOLLOWING",
      "INVALID_SIGNATURE",
      "REPLICATION_ALREADY_EXISTS",
      "INTERNAL_ERROR",
    ],
  },
  replicate: {
    method: "POST",
    path: "/ewp/replications",
    message: "StatementOfSource",
    success: 201,
    errors: [
      "NODE_NOT_FOUND",
      "INVALID_PAYLOAD",
      "NOT_FOLLOWING",
      "INVALID_SIGNATURE",
      "REPLICATION_ALREADY_EXISTS",
      "CONTENT_HASH_MISMATCH",
      "CONTENT_DESCRIPTION_MISSING",
      "INTERNAL_ERROR",
    ],
  },
  updateNode: {
    method: "PATCH",
    path: "/ewp/nodes/:address",
    message: "NodeProfileUpdate",
    success: 204,
    errors: [
      "NODE_NOT_FOUND",
      "INVALID_ADDRESS",
      "INVALID_PAYLOAD",
      "ADDRESS_MISMATCH",
      "INVALID_SIGNATURE",
      "INVALID_TIMESTAMP",
      "URL_VERIFICATION_FAILED",
      "INTERNAL_ERROR",
    ],
  },
} as const satisfies Record<string, Endpoint>;

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
