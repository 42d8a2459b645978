import { AppError } from "../errors.ts";

export interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly exitCode: 1 | 2;
  /** Of what nobody expected alone: it is a bug, and this is for its report. */
  readonly stack: string | null;
}

/** Errors of the protocol package, whose sentence is meant for the owner. Known by name, so that help need not load it. */
const expected = new Set(["KeystoreError", "PeerError", "EwpError"]);

/** What the owner is told of an error, and the exit code: 2 when the call was wrong, else 1. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) {
    return { code: "INTERNAL_ERROR", message: String(error), exitCode: 1, stack: null };
  }
  // What failed first is the cause; that something could not be put away after it as well is not.
  if (error instanceof SuppressedError) return describeError(error.suppressed);
  if (error instanceof AppError) {
    const { code, message, exitCode } = error;
    return { code, message, exitCode, stack: null };
  }
  if (error.name === "AbortError") {
    return { code: "INTERRUPTED", message: "Interrupted.", exitCode: 1, stack: null };
  }
  const code = codeOf(error);
  if (expected.has(error.name)) {
    return { code: code ?? "FAILED", message: sentenceOf(error), exitCode: 1, stack: null };
  }
  if ("syscall" in error && code !== null) {
    return { code, message: describeSystemError(error, code), exitCode: 1, stack: null };
  }
  return {
    code: "INTERNAL_ERROR",
    message: `Something went wrong that should not: ${error.message}`,
    exitCode: 1,
    stack: error.stack ?? null,
  };
}

function codeOf(error: Error): string | null {
  if ("code" in error && typeof error.code === "string") {
    return error.code;
  }
  return "kind" in error && typeof error.kind === "string"
    ? `PEER_${error.kind.toUpperCase().replace("-", "_")}`
    : null;
}

function sentenceOf(error: Error): string {
  return "detail" in error && typeof error.detail === "string" && error.detail ? error.detail : error.message;
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this user may not do that",
  EPERM: "this user may not do that",
  EISDIR: "that is a folder",
  EEXIST: "that is there already, and is no folder",
  ENOTDIR: "a part of the path is no folder",
  ENOSPC: "the disk is full",
  EROFS: "the disk can only be read",
  EADDRINUSE: "another program listens there already",
  EADDRNOTAVAIL: "this machine does not have that address",
  ECONNREFUSED: "nothing listens there",
};

function describeSystemError(error: Error, code: string): string {
  const path = "path" in error && typeof error.path === "string" ? error.path : null;
  const place =
    path ??
    ("address" in error && "port" in error ? `${String(error.address)} port ${String(error.port)}` : null);
  const reason = reasons[code] ?? error.message;
  return place ? `${place}: ${reason}.` : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
