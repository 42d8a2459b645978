import { AppError } from "../errors.ts";

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
