/** A mail server as one fills it in. */
export interface MailServer {
  readonly host: string;
  /** Empty for the usual one. */
  readonly port: string;
  /** TLS from the first byte, or STARTTLS. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
}

/** The server's address as the node keeps it: `smtps://user:password@host:port`. */
export function transportUrl({ host, port, secure, user, password }: MailServer): string {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${secure ? "smtps" : "smtp"}://${login}${host.trim()}${port && `:${port}`}`;
}
