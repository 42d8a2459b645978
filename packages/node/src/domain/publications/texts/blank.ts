import { type Hash, withoutVersionLink } from "@freehold/protocol";
import type { Token } from "markdown-it";
import MarkdownIt from "markdown-it";
import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors/errors.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { limits } from "../../limits.ts";

/** Tables are read as lines: a few kilobytes could become 65,000 cells. */
const parser = new MarkdownIt({ html: true }).disable("table");

/** Characters of which a reader sees nothing: blanks, marks without a letter, controls, and letters that are drawn as blanks. */
const unseen = /[\s\p{Z}\p{Cc}\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Elements that are seen without a text in them. */
const seenElement = /<(?:img|picture|video|audio|iframe|svg|math|object|embed)\b/i;

/** Whether a Markdown text has nothing that a reader would see: no letter, sign or picture. */
export function isBlank(markdown: string): boolean {
  const text = withoutVersionLink(markdown).slice(0, limits.searchedBytes);
  // Most texts begin with a word. A number may be that of an empty list.
  if (/^(?:#{1,6} )?[\p{Lu}\p{Ll}]{2}/u.test(text)) return false;
  return parser.parse(text, {}).every(isBlankToken);
}

function isBlankToken({ type, content, children, attrs }: Token): boolean {
  if (type === "inline") return (children ?? []).every(isBlankToken);
  if (type === "image") return !attrs?.some(([name, value]) => name === "src" && value !== "");
  if (type === "html_block" || type === "html_inline") return isBlankHtml(content);
  // An empty table.
  if (content.includes("|") && /^[\s|:-]+$/.test(content)) return true;
  return content.replace(unseen, "") === "";
}

function isBlankHtml(html: string): boolean {
  const shown = html.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  return !seenElement.test(shown) && shown.replace(/<[^<>]*>?/g, "").replace(unseen, "") === "";
}

/** The error for a text that can't be published. */
export function blankError(): AppError {
  return new AppError("BLANK_POST", "This post is empty.");
}

/**
 * Refuses to publish or sign a post in which a reader would see nothing.
 *
 * @throws AppError BLANK_POST
 */
export async function requireText(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash }: Pick<Publication, "kind" | "contentHash">,
): Promise<void> {
  if (await isBlankPost({ blobs }, { kind, contentHash })) throw blankError();
}

/**
 * Whether a publication is a post in which a reader would see nothing. A file, and a text whose bytes are missing, is not
 * blank.
 */
export async function isBlankPost(
  { blobs }: Pick<Context, "blobs">,
  { kind, contentHash }: Pick<Publication, "kind" | "contentHash">,
): Promise<boolean> {
  if (kind !== "POST" || (await blobs.size(contentHash as Hash)) === null) return false;
  const bytes = await blobs.readAll(contentHash as Hash, limits.markdownBytes);
  return isBlank(new TextDecoder().decode(bytes));
}
