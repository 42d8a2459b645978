/**
 * Where the way of a mail ended: `address` (no such host, or not one that this node connects to), `connection` (nobody
 * answers there, or TLS fails), `greeting` (what answers is no mail server in order), `login`, `message` (this sender,
 * recipient or text is not taken).
 */
export type MailProblem = "address" | "connection" | "greeting" | "login" | "message";

const sentences: Record<MailProblem, string> = {
  address: "The address of the mail server can't be used.",
  connection: "The mail server can't be reached.",
  greeting: "What answers there is not a mail server in order.",
  login: "The mail server refused the login.",
  message: "The mail server did not take the message.",
};

/** A mail that was not sent. The sentence is one of ours: nothing of what the server said is in it. */
export class MailError extends Error {
  override readonly name = "MailError";
  readonly problem: MailProblem;
  /** The SMTP status, where the server gave one. */
  readonly status: number | null;

  constructor(problem: MailProblem, { status = null, cause }: { status?: number | null; cause?: unknown }) {
    super(sentences[problem], { cause });
    this.problem = problem;
    this.status = status;
  }
}
