import { EwpError, type EwpErrorCode, errors } from "@freehold/protocol";
import { valueAt } from "@freehold/protocol/internal";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { type ErrorCode, toAppError } from "../errors/errors.ts";
import { limits } from "./limits.ts";

const loggedPathLength = 200; // a path in the log

/** An error as it goes out. */
export interface PresentedError {
  readonly code: EwpErrorCode | ErrorCode;
  readonly status: number;
  /** A sentence for anybody, printable ASCII. */
  readonly detail: string;
  /** Seconds after which it may be tried again, or null. */
  readonly retryAfter: number | null;
  /** Whether it is this node's fault, so that its owner must see it with the stack. */
  readonly isFailure: boolean;
}

/**
 * The error of the protocol's or the application's table for anything that was thrown. Unknown errors, and codes that clients
 * don't get, are INTERNAL_ERROR and tell nothing more.
 */
export function presentError(error: unknown): PresentedError {
  if (error instanceof EwpError) return presentCode(error.code, { detail: error.detail });
  const known = toAppError(error);
  if (known !== null && known.status !== null) {
    const { code, status, message, retryAfter } = known;
    return { code, status, detail: toAscii(message), retryAfter, isFailure: false };
  }
  const code = errorCode(error);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return presentCode("PAYLOAD_TOO_LARGE");
  // Other unreadable bodies: a wrong length, an invalid content type.
  if (code.startsWith("FST_ERR_CTP_"))
    return presentCode("INVALID_PAYLOAD", { detail: "The body can't be read." });
  if (isBrokenOff(error)) return presentCode("INVALID_PAYLOAD", { detail: "The body broke off." });
  return presentCode("INTERNAL_ERROR");
}

/** A client that went away in the middle of its body; the framework marks it as the client's doing. */
function isBrokenOff(error: unknown): boolean {
  return errorCode(error) === "ECONNRESET" && valueAt(error, "statusCode") === 400;
}

export function presentCode(
  code: EwpErrorCode,
  { detail = errors[code].sentence, retryAfter = null }: { detail?: string; retryAfter?: number | null } = {},
): PresentedError {
  const { status } = errors[code];
  return { code, status, detail: toAscii(detail), retryAfter, isFailure: status === 500 };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, limits.errorDetailLength);
}

/** How an error looks to a reader of the site. */
export type FailurePage = (reply: FastifyReply, status: number) => FastifyReply;

/**
 * Answers with an error (decisions 2): under `/ewp/` and `/api/` exactly `{ "error": CODE }`, with the sentence in
 * `X-Error-Detail`; elsewhere a page. A failure of this node is logged once, with its stack.
 */
export function replyWithError(
  { log }: Pick<Context, "log">,
  failurePage: FailurePage,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const wire = presentError(error);
  const fields = { id: request.id, method: request.method, path: pathForLog(request), ip: request.ip };
  if (wire.isFailure) log.error({ ...fields, err: error }, "a request failed");
  else if (!isRead(request))
    log.info({ ...fields, code: wire.code, detail: wire.detail }, "a request was refused");
  return sendError(request, reply, wire, failurePage);
}

/** Sends an error, without logging it. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, status, detail, retryAfter }: PresentedError,
  failurePage: FailurePage,
): FastifyReply {
  forgetContent(reply);
  if (retryAfter !== null) reply.header("retry-after", retryAfter);
  if (zoneOf(request.url) === "site") return failurePage(reply, status);
  return reply
    .code(status)
    .header("x-error-detail", detail)
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .type("application/json; charset=utf-8")
    .send(`{"error":"${code}"}`);
}

const contentHeaders =
  /^(content-|cache-control|etag|last-modified|accept-ranges|x-content-hash|x-created-at|link)/;

/** Removes the headers that a handler set for content that is not sent now. */
export function forgetContent(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (contentHeaders.test(name)) reply.removeHeader(name);
  }
}

function isRead({ method }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** Without the query, and never long: anybody can write anything there. */
export function pathForLog({ url }: Pick<FastifyRequest, "url">): string {
  return url.split("?", 1)[0]?.slice(0, loggedPathLength) ?? "";
}

/** The kind of client: a node, a program, or a reader with a browser. */
export type Zone = "ewp" | "api" | "site";

/** The zone of a request's target. Paths under the protocol's prefix never get a page (decisions 2). */
export function zoneOf(url: string): Zone {
  const first = /^\/(ewp|api|mcp)(?=[/?]|$)/.exec(url)?.[1];
  if (first === "mcp") return "api";
  return first === "ewp" || first === "api" ? first : "site";
}
