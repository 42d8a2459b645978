import type { IncomingHttpHeaders } from "node:http";

/** The beginning of the User-Agent of browsers for people, of many programs, and of no library. */
const browser = /^(?:Mozilla\/\d|Opera\/\d|(?:Lynx|Links|ELinks|w3m|NetSurf|Dillo)[ /(])/;

/**
 * Words of programs that begin like a browser: crawlers, previews of links, monitors, archives, feed readers and browsers without
 * a screen. Most give an address, too. Phones of the brand Cubot belong to people.
 */
const program =
  /(?<!\bcu)bots?\b|crawl|spider|slurp|scrape|preview|monitor|uptime|pingdom|lighthouse|pagespeed|headless|phantom|archive|validator|fetch|feed|\brss|compatible; (?!msie)|https?:\/\/|@/i;

/** Browsers inside other apps (WeChat, Facebook) send up to some 500 characters. */
const longestAgent = 1_000;

/** Whether a User-Agent is that of a browser for people. A few programs send one of a browser; their other headers may give them away. */
export function isBrowser(userAgent: string): boolean {
  return userAgent.length <= longestAgent && browser.test(userAgent) && !program.test(userAgent);
}

/**
 * Whether a request for a page counts as read by a person: by a browser, for a page that it opens now, in a language of its
 * user, and without the owner's session. Nothing of it is kept.
 */
export function isReader(headers: IncomingHttpHeaders): boolean {
  const { accept = "", cookie, from } = headers;
  // Crawlers leave a language out, and say whom to ask.
  if (!headers["accept-language"] || from !== undefined) return false;
  if (!accept.includes("text/html")) return false;
  if (isAhead(headers)) return false;
  // A script asks for a page, or another page frames it.
  const target = headers["sec-fetch-dest"];
  if (target !== undefined && target !== "document") return false;
  if (cookie?.includes("freehold_session=")) return false;
  return isBrowser(headers["user-agent"] ?? "");
}

/** Whether a browser asks for a page that nobody has opened yet. */
function isAhead(headers: IncomingHttpHeaders): boolean {
  const purpose = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"] ?? headers["x-purpose"];
  return /prefetch|prerender|preview/i.test(String(purpose));
}
