import { EwpError, type EwpErrorCode, errors } from "@freehold/protocol";
import { type ErrorCode, toAppError } from "../../errors.ts";
import { limits } from "../limits.ts";

/** An error as it goes out. */
export interface WireError {
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
export function toWireError(error: unknown): WireError {
  if (error instanceof EwpError) return wireError(error.code, { detail: error.detail });
  const known = toAppError(error);
  if (known !== null && known.status !== null) {
    const { code, status, message, retryAfter } = known;
    return { code, status, detail: toAscii(message), retryAfter, isFailure: false };
  }
  const code = errorCode(error);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return wireError("PAYLOAD_TOO_LARGE");
  // Other ways in which a body can't be read: its length is not what was said, its type is none.
  if (code.startsWith("FST_ERR_CTP_"))
    return wireError("INVALID_PAYLOAD", { detail: "The body can't be read." });
  if (isBrokenOff(error)) return wireError("INVALID_PAYLOAD", { detail: "The body broke off." });
  return wireError("INTERNAL_ERROR");
}

/** A client that went away in the middle of its body; the framework marks it as the client's doing. */
function isBrokenOff(error: unknown): boolean {
  return errorCode(error) === "ECONNRESET" && Object(error).statusCode === 400;
}

export function wireError(
  code: EwpErrorCode,
  { detail = errors[code].sentence, retryAfter = null }: { detail?: string; retryAfter?: number | null } = {},
): WireError {
  const { status } = errors[code];
  return { code, status, detail: toAscii(detail), retryAfter, isFailure: status === 500 };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, limits.errorDetailLength);
}
