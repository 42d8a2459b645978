import { ApiError, fetchFromNode } from "../../graphql.ts";

/** Why a mail server can't be used; see `POST /api/smtp_check`. */
export class MailServerError extends Error {
  override readonly name = "MailServerError";
  /** address, connection, greeting, login … */
  readonly problem: string;

  constructor(error: string) {
    const [problem = "", ...rest] = error.split(": ");
    super(rest.join(": "));
    this.problem = problem;
  }
}

/**
 * Asks the node whether it can send email through a server.
 *
 * @throws MailServerError, ApiError
 */
export async function checkMailServer(mailTransport: string): Promise<void> {
  const response = await fetchFromNode("/api/smtp_check", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mailTransport }),
  });
  const reply = (await response.json().catch(() => ({}))) as {
    readonly valid?: boolean;
    readonly error?: unknown;
  };
  if (reply.valid === true) return;
  // Without a session the node tries no login (decisions 9), so the login was not rejected.
  if (typeof reply.error === "string" && reply.error.endsWith("sign in to check it")) {
    throw new ApiError("UNAUTHENTICATED", reply.error);
  }
  if (typeof reply.error === "string") throw new MailServerError(reply.error);
  throw new ApiError(
    response.status === 429 ? "RATE_LIMITED" : `HTTP_${response.status}`,
    response.statusText,
  );
}

/** A mail server as entered in the form. */
export interface MailServer {
  readonly host: string;
  /** Empty for the default. */
  readonly port: string;
  /** TLS from the first byte, or STARTTLS. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
}

/** The server's address as the node stores it: `smtps://user:password@host:port`. */
export function transportUrl({ host, port, secure, user, password }: MailServer): string {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${secure ? "smtps" : "smtp"}://${login}${host.trim()}${port && `:${port}`}`;
}
