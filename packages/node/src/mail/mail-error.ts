import { AppError } from "../errors/errors.ts";
import { isNotAllowed } from "../peers/address-policy.ts";

/**
 * The step at which a mail failed: `address` (no such host, or not one that this node connects to), `connection` (nobody
 * answers there, or TLS fails), `greeting` (the server does not speak SMTP properly), `login`, `message` (this sender,
 * recipient or text is not accepted).
 */
export type MailProblem = "address" | "connection" | "greeting" | "login" | "message";

const sentences: Record<MailProblem, string> = {
  address: "The address of the mail server can't be used.",
  connection: "The mail server can't be reached.",
  greeting: "What answers there is not a mail server in order.",
  login: "The mail server refused the login.",
  message: "The mail server did not take the message.",
};

/** A mail that was not sent. The sentence is one of ours: nothing that the server said is in it. */
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

/** What a look-up says when there is no such host. */
const noHost = /^ENOTFOUND$|^ENODATA$|^EAI_/;

/** The class of a failure by the library's code. What comes before a login is about the server itself. */
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

/** A failure of the way to a mail server, told in the words of `MailError`. */
export function mailFailureOf(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const problem = problems[codeOf(error)] ?? "greeting";
  return new MailError(problem, { smtpStatus: statusOf(error), cause: error });
}

/** Why no connection was made. */
export function connectProblemOf(cause: unknown): MailProblem {
  return isNotAllowed(cause) || noHost.test(codeOf(cause)) ? "address" : "connection";
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function statusOf(error: unknown): number | null {
  const status = error instanceof Error && "responseCode" in error ? error.responseCode : null;
  return typeof status === "number" ? status : null;
}
