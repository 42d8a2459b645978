import { type Hash, parseHash } from "./crypto/hashes.ts";

/**
 * A text that is a new version of an earlier one says so in its last line, by a Markdown link with the earlier content's
 * hash in its title. Nodes that know nothing of it show a link.
 */
interface VersionLink {
  /** The words of the link, such as "Replaces the version of 3 May 2026". */
  readonly text: string;
  /** The address of the earlier version's page. */
  readonly href: string;
  /** The hash of the earlier version's content. */
  readonly contentHash: Hash;
}

/** Characters; in UTF-8, they have up to four times as many bytes. */
export const versionLinkReach = 2_000;

/** All repetitions are bounded against hostile texts. */
const lastLine =
  /(?:^|\n) {0,3}\[[^[\]\n]{1,300}\]\([^\s<>()]{1,1000} {1,3}"ewp:replaces (0x[0-9a-f]{64})"\)[ \t\r\n]{0,100}$/;

/** The hash of the content that a Markdown text replaces, by its last line; null for none. */
export function readVersionLink(markdown: string): Hash | null {
  const found = lastLine.exec(markdown.slice(-versionLinkReach));
  return parseHash(found?.[1] ?? "");
}

/** The text without that line; unchanged without such a line. */
export function withoutVersionLink(markdown: string): string {
  const found = lastLine.exec(markdown.slice(-versionLinkReach));
  if (!found) return markdown;
  return markdown.slice(0, markdown.length - found[0].length).trimEnd();
}

/** The last line of a text that replaces another one. @param link the address has no blanks and brackets */
export function formatVersionLink({ text, href, contentHash }: VersionLink): string {
  return `[${text.replace(/[[\]\s]+/g, " ")}](${href} "ewp:replaces ${contentHash}")`;
}
