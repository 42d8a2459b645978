import { isIP } from "node:net";
import { limits } from "./limits.ts";

/** A mail server as the owner names it: `smtp://` (STARTTLS where the server has it) or `smtps://` (TLS at once). */
export interface MailTransport {
  /** Without brackets; names in their ASCII form. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
}

const defaultPorts = { "smtp:": 587, "smtps:": 465 } as const;

/**
 * Reads the URL of a mail server: `smtps://user:password@mail.example:465`, user and password percent-encoded. The port
 * is 587 or 465 where there is none.
 *
 * @returns null for what is no such URL; a path, a query or a fragment would be options that nobody asked for
 */
export function parseMailTransport(text: unknown): MailTransport | null {
  if (typeof text !== "string" || text.length > limits.transportLength || /\s/.test(text)) return null;
  const url = URL.parse(text);
  if (!url || (url.protocol !== "smtp:" && url.protocol !== "smtps:")) return null;
  if ((url.pathname !== "" && url.pathname !== "/") || url.search !== "" || url.hash !== "") return null;
  const host = normalizeHost(url.hostname);
  const user = decode(url.username);
  const password = decode(url.password);
  if (host === null || user === null || password === null || url.port === "0") return null;
  return {
    host,
    port: url.port === "" ? defaultPorts[url.protocol] : Number(url.port),
    secure: url.protocol === "smtps:",
    login: user === "" ? null : { user, password },
  };
}

/** Only in URLs of the web are odd spellings of an address brought to the usual one. */
function normalizeHost(host: string): string | null {
  const normal = URL.parse(`https://${host}`)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
  return isIP(normal) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(normal) ? normal : null;
}

function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return /\p{Cc}/u.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const pattern = new RegExp(`^${atom}(?:[.]${atom})*@(?:${label}[.])+${label}$`);

/**
 * Whether a text is one plain mail address, as people have them: no name beside it, no quotes, no comments, and above
 * all not several, for the mail library takes a list apart wherever it meets one.
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= limits.addressLength && text.indexOf("@") <= limits.localPartLength && pattern.test(text)
  );
}
