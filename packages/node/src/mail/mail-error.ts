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
  greeting: "The server there is not a working mail server.",
  login: "The mail server refused the login.",
  message: "The mail server did not take the message.",
};

type Refused = "sender" | "recipient" | "text";

interface MailRefusal {
  readonly smtpStatus?: number | null;
  readonly enhancedStatus?: string | null;
  readonly refuses?: Refused | null;
}

/** A mail was not sent. The sentence contains no text of the server. */
export class MailError extends AppError {
  readonly problem: MailProblem;
  /** The SMTP status, where the server gave one. */
  readonly smtpStatus: number | null;
  /** The enhanced status (RFC 3463) such as 5.1.1, where the server gave one. */
  readonly enhancedStatus: string | null;
  /** The part that the server refused; null if unknown. */
  readonly refuses: Refused | null;

  constructor(
    problem: MailProblem,
    { smtpStatus = null, enhancedStatus = null, refuses = null, cause }: MailRefusal & { cause?: unknown },
  ) {
    super("MAIL_FAILED", sentences[problem], { cause });
    this.problem = problem;
    this.smtpStatus = smtpStatus;
    this.enhancedStatus = enhancedStatus;
    this.refuses = refuses;
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
  const refuses = refusals[textOf(error, "command")] ?? null;
  const enhancedStatus = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(textOf(error, "response"))?.[1] ?? null;
  return new MailError(problem, { smtpStatus: statusOf(error), enhancedStatus, refuses, cause: error });
}

/** The refused part by the SMTP command in the library's error. */
const refusals: Readonly<Record<string, Refused>> = {
  "MAIL FROM": "sender",
  "RCPT TO": "recipient",
  DATA: "text",
};

function textOf(error: unknown, name: "command" | "response"): string {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : "";
  return typeof value === "string" ? value : "";
}

/** Why no connection was made. */
export function connectProblemOf(cause: unknown): MailProblem {
  return isNotAllowed(cause) || noHost.test(codeOf(cause)) ? "address" : "connection";
}

function statusOf(error: unknown): number | null {
  const status = error instanceof Error && "responseCode" in error ? error.responseCode : null;
  return typeof status === "number" ? status : null;
}
