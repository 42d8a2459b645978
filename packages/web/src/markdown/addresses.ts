import type { Hash } from "@freehold/protocol";
import type { MarkdownIt, Token } from "markdown-it";
import { textLimits } from "./limits.ts";
import { surroundingsOf, type TextSurroundings } from "./text/text-parts.ts";

/** Whether an address is a path of the site that the text stands on. */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address);
}

/** An address as a reader of this site may follow it: a path of another node leads there. */
export function leadHome(address: string, { origin }: TextSurroundings): string {
  return origin !== undefined && isOwnPath(address) ? new URL(address, origin).href : address;
}

/** Schemes of links: those of the web, and of programs for mails, calls and files that act only when somebody follows them. */
export const linkSchemes = [
  ..."http https mailto tel sms xmpp matrix geo".split(" "),
  ..."ftp ipfs ipns magnet gemini".split(" "),
];

/** How much of a text is read for an address that begins with `www.`. */
const wwwReach = 2_000;

/**
 * Links as GitHub has them: `www.` begins an address of the web. An address of another scheme, or a longer one than
 * `addressLength`, leads nowhere: its words stay.
 *
 * @param schemes in small letters
 */
export function links(md: MarkdownIt, schemes: readonly string[] = linkSchemes): void {
  const isLink = (href: string) => {
    const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(href) ?? [];
    const leads = scheme === undefined || schemes.includes(scheme.toLowerCase());
    return leads && href.length <= textLimits.addressLength;
  };
  md.core.ruler.push("dead-links", ({ tokens }) => {
    for (const token of tokens) {
      if (token.children) token.children = withoutLinks(token.children, isLink);
    }
  });
  md.linkify.add("www.", {
    validate(text, at, linkify) {
      const http = "http:";
      const address = `${http}//www.${text.slice(at, at + wwwReach)}`;
      return Math.max(0, linkify.testSchemaAt(address, http, http.length) - "//www.".length);
    },
    normalize(match) {
      match.url = `http://${match.url}`;
    },
  });
}

/** The same without the links that lead nowhere. A link has no other in it. */
function withoutLinks(tokens: Token[], isLink: (href: string) => boolean): Token[] {
  let isDead = false;
  return tokens.filter((token) => {
    if (token.type === "link_open") {
      isDead = !isLink(String(token.attrGet("href") ?? ""));
      return !isDead;
    }
    return token.type !== "link_close" || !isDead;
  });
}

/** Links in a text of another node lead to that node. */
export function origins(md: MarkdownIt): void {
  const next = md.renderer.rules.link_open;
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    token?.attrSet("href", leadHome(String(token.attrGet("href") ?? ""), surroundingsOf(env)));
    return next?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };
}

/**
 * The hash in the address of contents, on whichever node they are: `/ewp/contents/0x…` has the same bytes everywhere
 * (specification 4.4), so a node that keeps them need not ask another.
 *
 * @param address as written in a text: a path, or a URL with `https:`
 * @returns null for any other address
 */
export function hashOfContents(address: string): Hash | null {
  const found = /^(?:https:\/\/[^/?#\s]+)?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#]|$)/.exec(address);
  return (found?.[1] as Hash | undefined) ?? null;
}

/** The path of contents that an address names at any node; null for any other address. */
export function pathOfContents(address: string): string | null {
  return hashOfContents(address) === null ? null : address.replace(/^https:\/\/[^/]+/, "");
}
