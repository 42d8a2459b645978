import { isNotAllowed } from "../peers/target-not-allowed-error.ts";
import { MailError, type MailProblem } from "./mail-error.ts";

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
