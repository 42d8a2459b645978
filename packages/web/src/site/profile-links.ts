/** A page of the owner elsewhere, as the site links it. */
export interface ProfileLink {
  /** An address without its scheme, or the name of an account: `@ada@social.example`. */
  readonly name: string;
  readonly href: string;
  /** Whether it is an account of the fediverse. */
  readonly isAccount: boolean;
}

export const profileLinkLimits = {
  profileLinks: 10,
  profileLinkLength: 300, // characters
};

/**
 * The links of the setting `profileLinks`.
 *
 * @param text a line each: an http or https address without a password, or an account of the fediverse
 * @returns null for a text with anything else, and for too many or too long lines
 */
export function profileLinksOf(text: string): ProfileLink[] | null {
  const lines = text.split("\n").map((line) => line.trim());
  const written = [...new Set(lines.filter((line) => line !== ""))];
  if (written.length > profileLinkLimits.profileLinks) return null;
  const links = written.map(linkOf);
  return links.every((link) => link !== null) ? links : null;
}

function linkOf(line: string): ProfileLink | null {
  if (line.length > profileLinkLimits.profileLinkLength || /[\s\p{C}]/u.test(line)) return null;
  const [, name, host] = /^@([\w.-]{1,64})@([^@/?#:]+)$/.exec(line) ?? [];
  const url = URL.parse(name === undefined ? line : `https://${host}/@${name}`);
  if (!url || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}` !== "") return null;
  const shown = `${url.host}${url.pathname}${url.search}${url.hash}`.replace(/\/$/, "");
  return name === undefined
    ? { name: shown, href: url.href, isAccount: false }
    : { name: `@${name}@${url.host}`, href: url.href, isAccount: true };
}
