import { AppError, codeOf } from "../errors/errors.ts";
import { isNotAllowed } from "../peers/address-policy.ts";
import { blameOf, readAnswer, speaksOfSender } from "./server-answer.ts";

/**
 * The step at which a mail failed: `address` (no such host, or one that this node must not connect to), `connection`
 * (no answer, or TLS fails), `greeting` (the server does not speak SMTP properly, or refuses the connection), `login`,
 * `message` (the server refuses this sender, recipient or text), `answer` (the server had the whole mail, and its final answer
 * never came).
 */
export type MailProblem = "address" | "connection" | "greeting" | "login" | "message" | "answer";

const sentences: Record<MailProblem, string> = {
  address: "The address of the mail server can't be used.",
  connection: "The mail server can't be reached.",
  greeting: "The server does not respond like a mail server.",
  login: "The mail server refused the login.",
  message: "The mail server did not accept the message.",
  answer: "The mail server got the whole message and did not confirm it.",
};

type Refused = "sender" | "recipient" | "text";

interface MailRefusal {
  readonly smtpStatus?: number | null;
  readonly enhancedStatus?: string | null;
  readonly refuses?: Refused | null;
  readonly answer?: string | null;
}

/** A mail was not sent, or perhaps. The sentence contains no text of the server. */
export class MailError extends AppError {
  readonly problem: MailProblem;
  /** The SMTP status, where the server gave one. */
  readonly smtpStatus: number | null;
  /** The enhanced status (RFC 3463) such as 5.1.1, where the server gave one. */
  readonly enhancedStatus: string | null;
  /** The part that the server refused; null if unknown. */
  readonly refuses: Refused | null;
  /** The server's own words, as a short line without secrets and addresses: for the owner. Null for none. */
  readonly answer: string | null;

  constructor(
    problem: MailProblem,
    {
      smtpStatus = null,
      enhancedStatus = null,
      refuses = null,
      answer = null,
      cause,
    }: MailRefusal & { cause?: unknown },
  ) {
    super("MAIL_FAILED", sentences[problem], { cause });
    this.problem = problem;
    this.smtpStatus = smtpStatus;
    this.enhancedStatus = enhancedStatus;
    this.refuses = refuses;
    this.answer = answer;
  }

  /** Whether the server has the mail perhaps: it is not to be sent again by itself (RFC 1047). */
  get isPerhapsSent(): boolean {
    return this.problem === "answer";
  }

  /** Whether the connection ended (421 says that it does, RFC 5321, 3.8) and the mail is not sent. */
  get isOfConnection(): boolean {
    if (this.isPerhapsSent) return false;
    return this.smtpStatus === 421 || /^E(?:CONNECTION|SOCKET)$/.test(codeOf(this.cause));
  }

  /**
   * Whom a refusal for good is about; null for everything that may pass. What speaks of the sender (RFC 3463: 5.7.x, 5.1.7,
   * 5.1.8), or of a host that is on a list, is not about the reader who was to get the mail.
   */
  get blames(): Refused | null {
    const { smtpStatus, refuses, enhancedStatus, answer } = this;
    if (smtpStatus === null || smtpStatus < 500) return null;
    if (this.problem === "greeting") return "sender";
    if (refuses === null) return null;
    if (refuses === "sender" || speaksOfSender(enhancedStatus, answer)) return "sender";
    return refuses === "recipient" ? blameOf(enhancedStatus, answer) : "text";
  }

  /** A sentence for the owner and the log, with the server's own words. */
  describe(): string {
    const { message, enhancedStatus, smtpStatus, answer } = this;
    const status = enhancedStatus ?? smtpStatus;
    const said = answer === null ? "" : ` It said: ${answer}`;
    return `${status === null ? message : `${message} (${status})`}${said}`;
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

/**
 * Turns a failure of the library into a `MailError`.
 *
 * @param options.hasDot whether the final dot went out: without an answer, the mail is perhaps sent
 * @param options.secrets texts that the server may repeat and nobody may see
 */
export function mailFailureOf(
  error: unknown,
  { hasDot, secrets }: { hasDot: boolean; secrets: readonly string[] },
): MailError {
  if (error instanceof MailError) return error;
  const smtpStatus = statusOf(error);
  if (hasDot && smtpStatus === null) return new MailError("answer", { cause: error });
  const problem = problems[codeOf(error)] ?? "greeting";
  const refuses = refusals[textOf(error, "command")] ?? null;
  const { enhancedStatus, answer } = readAnswer(textOf(error, "response"), secrets);
  return new MailError(problem, { smtpStatus, enhancedStatus, refuses, answer, cause: error });
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
