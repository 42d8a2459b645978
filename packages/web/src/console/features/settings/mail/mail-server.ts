import { ApiError, codeOfStatus, fetchFromNode } from "../../../graphql.ts";

/**
 * Asks the node whether it can send email through a server (`POST /api/smtp_check`).
 *
 * @throws ApiError with the server's problem as its `reason`: address, connection, greeting, login …
 */
export async function checkMailServer(mailTransport: string): Promise<void> {
  const response = await fetchFromNode("/api/smtp_check", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ mailTransport }),
  });
  const reply: { valid?: boolean; error?: unknown } = await response.json().catch(() => ({}));
  if (reply.valid === true) return;
  if (typeof reply.error === "string") {
    // Without a session the node tries no login (decisions 9), so the login was not rejected.
    if (reply.error.endsWith("sign in to check it")) throw new ApiError("UNAUTHENTICATED", reply.error);
    const [problem = "", ...rest] = reply.error.split(": ");
    throw new ApiError("MAIL_SERVER", rest.join(": "), { reason: problem });
  }
  throw new ApiError(codeOfStatus(response.status), response.statusText);
}

/**
 * The server's address as the node stores it: `smtps://user:password@host:port`.
 *
 * @param server.port empty for the default
 * @param server.secure TLS from the first byte, else STARTTLS
 */
export function transportUrl(
  server: Readonly<Record<"host" | "port" | "user" | "password", string>> & { readonly secure: boolean },
): string {
  const { host, port, secure, user, password } = server;
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${secure ? "smtps" : "smtp"}://${login}${host.trim()}${port && `:${port}`}`;
}
