import { limits } from "./limits.ts";

/** An error as it is logged. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggedError | string;
}

/**
 * What an error says, where it comes from, and its causes. Nothing else that hangs on it: libraries put requests, replies
 * and whole queries there.
 */
export function presentError(error: unknown, depth = 0): LoggedError | string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: message.slice(0, limits.messageLength),
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(stack !== undefined && { stack: stack.slice(0, limits.stackLength) }),
    ...(cause !== undefined && depth < limits.causes && { cause: presentError(cause, depth + 1) }),
  };
}
