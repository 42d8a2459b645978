import { isIP } from "node:net";
import { decodeUriPart } from "@freehold/protocol/internal";
import { limits } from "./limits.ts";

const transportLength = 2_048; // the address of a mail server
const localPartLength = 64; // before the @

/** A mail server by its URL: `smtp://` (STARTTLS where the server offers it) or `smtps://` (TLS at once). */
export interface MailTransport {
  /** Without brackets; names in their ASCII form. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  /** The address of the site that sends, for the greeting; the setting FREEHOLD_URL goes before it. */
  readonly siteUrl?: string | null;
}

const defaultPorts = { "smtp:": 587, "smtps:": 465 } as const;

/**
 * Parses the URL of a mail server: `smtps://user:password@mail.example:465`, user and password percent-encoded. The
 * default port is 587 or 465.
 *
 * @returns null for anything else; a path, a query or a fragment could be options of the mail library
 */
export function parseMailTransport(text: unknown): MailTransport | null {
  if (typeof text !== "string" || text.length > transportLength || /\s/.test(text)) return null;
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

/** Only `https:` URLs normalise odd spellings of an IP address. */
function normalizeHost(host: string): string | null {
  const normal = URL.parse(`https://${host}`)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
  return isIP(normal) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(normal) ? normal : null;
}

function decode(text: string): string | null {
  const decoded = decodeUriPart(text);
  return decoded === null || /\p{Cc}/u.test(decoded) ? null : decoded;
}

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const pattern = new RegExp(`^${atom}(?:[.]${atom})*@(?:${label}[.])+${label}$`);

/**
 * Whether a text is one plain mail address: no name beside it, no quotes, no comments, and above all no list, which the
 * mail library would split.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= limits.addressLength && text.indexOf("@") <= localPartLength && pattern.test(text);
}
