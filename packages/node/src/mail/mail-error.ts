import { AppError, codeOf } from "../errors/errors.ts";
import { isNotAllowed } from "../peers/address-policy.ts";

/**
 * The step at which a mail failed: `address` (no such host, or one that this node must not connect to), `connection`
 * (no answer, or TLS fails), `greeting` (the server does not speak SMTP properly), `login`, `message` (the server refuses
 * this sender, recipient or text).
 */
export type MailProblem = "address" | "connection" | "greeting" | "login" | "message";

const sentences: Record<MailProblem, string> = {
  address: "The address of the mail server can't be used.",
  connection: "The mail server can't be reached.",
  greeting: "What answers there is not a mail server in order.",
  login: "The mail server refused the login.",
  message: "The mail server did not take the message.",
};

/** A mail was not sent. The sentence contains no text of the server. */
export class MailError extends AppError {
  readonly problem: MailProblem;
  /** The SMTP status, where the server gave one. */
  readonly smtpStatus: number | null;

  constructor(
    problem: MailProblem,
    { smtpStatus = null, cause }: { smtpStatus?: number | null; cause?: unknown },
  ) {
    super("MAIL_FAILED", sentences[problem], { cause });
    this.problem = problem;
    this.smtpStatus = smtpStatus;
  }
}

/** The codes of a failed host lookup. */
const noHost = /^ENOTFOUND$|^ENODATA$|^EAI_/;

/** The step by the library's code. */
const problems: Readonly<Record<string, MailProblem>> = {
  EAUTH: "login",
  ENOAUTH: "login",
  ETLS: "connection",
  EREQUIRETLS: "connection",
  ESOCKET: "connection",
  ECONNECTION: "greeting",
  ETIMEDOUT: "greeting",
  EPROTOCOL: "greeting",
  EENVELOPE: "message",
  EMESSAGE: "message",
};

/** Turns a failure of the library into a `MailError`. */
export function mailFailureOf(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const problem = problems[codeOf(error)] ?? "greeting";
  return new MailError(problem, { smtpStatus: statusOf(error), cause: error });
}

/** Why no connection was made. */
export function connectProblemOf(cause: unknown): MailProblem {
  return isNotAllowed(cause) || noHost.test(codeOf(cause)) ? "address" : "connection";
}

function statusOf(error: unknown): number | null {
  const status = error instanceof Error && "responseCode" in error ? error.responseCode : null;
  return typeof status === "number" ? status : null;
}
