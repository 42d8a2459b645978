import type { Hash } from "@freehold/protocol";
import { pathAtNodes } from "@freehold/protocol/internal";
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
 * Whether a link leads somewhere: its address is of one of the schemes or of this site, and not longer than `addressLength`.
 *
 * @param schemes in small letters
 */
export function isLink(address: string, schemes: readonly string[] = linkSchemes): boolean {
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(address) ?? [];
  // Two slashes begin the address of another site without its scheme, which is not allowed here.
  const leads = scheme === undefined ? !/^[/\\]{2}/.test(address) : schemes.includes(scheme.toLowerCase());
  return leads && address.length <= textLimits.addressLength;
}

/**
 * Links as GitHub has them: `www.` begins an address of the web. An address of another scheme, or a longer one than
 * `addressLength`, leads nowhere: its words stay.
 *
 * @param schemes in small letters
 */
export function links(md: MarkdownIt, schemes: readonly string[] = linkSchemes): void {
  md.core.ruler.push("dead-links", ({ tokens }) => {
    for (const token of tokens) {
      if (token.children) token.children = withoutLinks(token.children, schemes);
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
function withoutLinks(tokens: Token[], schemes: readonly string[]): Token[] {
  let isDead = false;
  return tokens.filter((token, index) => {
    if (token.type === "link_open") {
      const href = String(token.attrGet("href") ?? "");
      isDead = !isLink(href, schemes);
      if (isBare(href, token, tokens[index + 1])) token.attrSet("class", "bare");
      return !isDead;
    }
    return token.type !== "link_close" || !isDead;
  });
}

/** Whether the words of a link are its address, which then needs no repetition on paper. */
function isBare(href: string, { info }: Token, words: Token | undefined): boolean {
  if (!/^https?:/i.test(href)) return false;
  const plain = (address: string) => address.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  return info === "auto" || (words?.type === "text" && plain(words.content) === plain(href));
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

/** A node at its public address, or at that of the own machine. */
const nodeBefore = /^(?:https:\/\/[^/?#\s]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?=\/)/;

/**
 * The hash in the address of contents, on whichever node they are: `/ewp/contents/0x…` has the same bytes everywhere
 * (specification 4.4), so a node that keeps them need not ask another.
 *
 * @param address as written in a text: a path, or a URL with `https:` or, of the own machine, `http:`
 * @returns null for any other address
 */
export function hashOfContents(address: string): Hash | null {
  const found = /^\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#]|$)/.exec(address.replace(nodeBefore, ""));
  return (found?.[1] as Hash | undefined) ?? null;
}

/** The path of contents that an address names at any node; null for any other address. */
export function pathOfContents(address: string): string | null {
  return hashOfContents(address) === null ? null : address.replace(nodeBefore, "");
}

/** Links and pictures at an address that this node had before lead to the same path where it is now. The signed text stays as it is. */
export function earlierAddresses(md: MarkdownIt): void {
  md.core.ruler.push("earlier-addresses", ({ tokens, env }) => {
    const surroundings = surroundingsOf(env);
    if (!surroundings.earlierUrls?.length) return;
    for (const { children } of tokens) renew(children ?? [], surroundings);
  });
}

function renew(tokens: readonly Token[], { earlierUrls = [], home }: TextSurroundings): void {
  for (const [index, token] of tokens.entries()) {
    const name = token.type === "link_open" ? "href" : token.type === "image" ? "src" : null;
    const path = name && pathAtNodes(String(token.attrGet(name) ?? ""), earlierUrls);
    if (name === null || path === null) continue;
    token.attrSet(name, path);
    const words = tokens[index + 1];
    // The words of a bare link are its address.
    if (token.info === "auto" && words?.type === "text" && home !== undefined)
      words.content = `${home}${path}`;
  }
}
