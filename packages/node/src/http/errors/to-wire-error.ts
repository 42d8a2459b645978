import { EwpError, type EwpErrorCode, errors } from "@freehold/protocol";
import { RequestError, type RequestErrorCode } from "../../graphql/request-error.ts";
import { LimitError } from "../../limiter/limit-error.ts";
import { ReadOnlyError } from "../../read-only-error.ts";
import { type Shortage, shortageOf } from "../../shortage.ts";
import { limits } from "../limits.ts";
import { requestStatuses } from "./request-statuses.ts";

/** An error as it goes out. */
export interface WireError {
  readonly code: EwpErrorCode | RequestErrorCode | "READ_ONLY" | Shortage["code"];
  readonly status: number;
  /** A sentence for anybody, printable ASCII. */
  readonly detail: string;
  /** Seconds after which it may be tried again, or null. */
  readonly retryAfter: number | null;
  /** Whether it is this node's fault, so that its owner must see it with the stack. */
  readonly isFailure: boolean;
}

/**
 * Anything that was thrown, turned into an error of the protocol's one table, or of the application's where it is known who
 * calls. Unknown errors are INTERNAL_ERROR and say nothing of what they are.
 */
export function toWireError(error: unknown): WireError {
  if (error instanceof EwpError) return wireError(error.code, { detail: error.detail });
  if (error instanceof ReadOnlyError) return readOnly(error);
  if (error instanceof RequestError) return refusal(error);
  if (error instanceof LimitError) {
    const retryAfter = Math.ceil(error.retryAfterMs / 1000);
    return wireError("RATE_LIMITED", { detail: error.message, retryAfter });
  }
  const shortage = shortageOf(error);
  if (shortage) return { ...shortage, detail: shortage.sentence, isFailure: false };
  const code = errorCode(error);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return wireError("PAYLOAD_TOO_LARGE");
  // Other ways in which a body can't be read: its length is not what was said, its type is none.
  if (code.startsWith("FST_ERR_CTP_"))
    return wireError("INVALID_PAYLOAD", { detail: "The body can't be read." });
  if (isBrokenOff(error)) return wireError("INVALID_PAYLOAD", { detail: "The body broke off." });
  return wireError("INTERNAL_ERROR");
}

function refusal({ code, message }: RequestError): WireError {
  return {
    code,
    status: requestStatuses[code],
    detail: toAscii(message),
    retryAfter: null,
    isFailure: false,
  };
}

function readOnly({ message }: ReadOnlyError): WireError {
  return { code: "READ_ONLY", status: 503, detail: toAscii(message), retryAfter: null, isFailure: false };
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
