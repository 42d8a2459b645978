import { readDate, readPlainText } from "./formats/read-text.ts";
import { htmlToMarkdown } from "./html/html-to-markdown.ts";
import { importFormatLimits as limits } from "./limits.ts";
import type { ImportedComment } from "./source.ts";

/** A comment as a program has it; "" for what it does not say. Mail and network addresses are not read at all. */
export interface SourceComment {
  readonly id: string;
  /** The id of the comment that it answers. */
  readonly parent: string;
  readonly author: string;
  readonly url: string;
  readonly date: string;
  readonly html: string;
}

/** The approved comments on a post while a file is read, and how many others there are. */
export class CommentList {
  readonly comments: SourceComment[] = [];
  unapproved = 0;
  surplus = 0;

  add(comment: SourceComment): void {
    if (this.comments.length < limits.comments) this.comments.push(comment);
    else this.surplus += 1;
  }
}

/**
 * Converts the comments on a post, in order of time; an answer never stands before what it answers.
 *
 * @param options.keyOf the name of a comment in its source, by its id
 * @param options.base the address of the post; null where it is not known
 * @returns also notes about those that stay behind
 */
export async function readComments(
  { comments, unapproved, surplus }: CommentList,
  { keyOf, base }: { keyOf: (id: string) => string; base: string | null },
): Promise<{ readonly comments: readonly ImportedComment[]; readonly notes: readonly string[] }> {
  const read: ImportedComment[] = [];
  let unreadable = 0;
  // The keys of the first comments of conversations, by the ids of those in them.
  const firsts = new Map<string, string>();
  for (const comment of inOrder(comments)) {
    const markdown = await textOf(comment, base);
    const answers = firsts.get(comment.parent) ?? null;
    const first = answers ?? (markdown === null ? null : keyOf(comment.id));
    if (first !== null) firsts.set(comment.id, first);
    if (markdown === null) unreadable += 1;
    else
      read.push({
        key: keyOf(comment.id),
        author: nameOf(comment.author),
        url: safeSite(comment.url),
        markdown,
        writtenAt: readDate(comment.date),
        answers,
      });
  }
  const notes: string[] = [];
  if (unapproved > 0) notes.push(`Comments not imported because they were not approved: ${unapproved}.`);
  if (unreadable > 0) notes.push(`Comments not imported because they are empty or too long: ${unreadable}.`);
  if (surplus > 0) notes.push(`A post brings up to ${limits.comments} comments. Not imported: ${surplus}.`);
  return { comments: read, notes };
}

/** Clocks of servers differ, and some comments have no date: each is at least as late as its parent. */
function inOrder(comments: readonly SourceComment[]): readonly SourceComment[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const times = new Map<SourceComment, { readonly time: number; readonly depth: number }>();
  for (const comment of comments) {
    // From the comment up to the first one whose place is known; a parent may be its own descendant.
    const line = new Set<SourceComment>();
    let one: SourceComment | undefined = comment;
    while (one && !times.has(one) && !line.has(one)) {
      line.add(one);
      one = byId.get(one.parent);
    }
    let above = (one && times.get(one)) ?? { time: 0, depth: 0 };
    for (const each of [...line].toReversed()) {
      above = { time: Math.max(above.time, readDate(each.date) ?? 0), depth: above.depth + 1 };
      times.set(each, above);
    }
  }
  const placeOf = (comment: SourceComment) => times.get(comment) ?? { time: 0, depth: 0 };
  return comments.toSorted((one, other) => {
    const [first, second] = [placeOf(one), placeOf(other)];
    return first.time - second.time || first.depth - second.depth;
  });
}

// Characters of HTML for each of its Markdown, by far.
const markupOfText = 20;

/** @returns null for a comment without words, for one that is too long and for one that can't be read */
async function textOf({ html }: SourceComment, base: string | null): Promise<string | null> {
  if (html.length > limits.commentLength * markupOfText) return null;
  const converted = await htmlToMarkdown(html.replace(pictures, linkTo), { base }).catch(() => null);
  const markdown = converted?.markdown.replaceAll("\0", "").trim() ?? "";
  return markdown === "" || [...markdown].length > limits.commentLength ? null : markdown;
}

const pictures = /<img\b[^<>]*>/gi;

/** Comments show no pictures: one becomes a link to it, and one that is inside its own address is left out. */
function linkTo(tag: string): string {
  const attributeOf = (pattern: RegExp) => pattern.exec(tag)?.slice(1).join("").trim() ?? "";
  const address = attributeOf(/\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i).replaceAll('"', "%22");
  const words = attributeOf(/\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i) || address;
  return /^(?:data:|$)/i.test(address) ? "" : `<a href="${address}">${words}</a>`;
}

/** Some people gave their mail address for a name; its first part is enough. */
function nameOf(author: string): string {
  const name = readPlainText(author.slice(0, 2_000))
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
  const shown = name.replaceAll(/(?<=[^\s@])@\S*/g, "");
  return [...shown].slice(0, limits.commenterLength).join("").trim() || "Anonymous";
}

function safeSite(address: string): string | null {
  const url = address.length > limits.commenterUrlLength ? null : URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return url.href.length > limits.commenterUrlLength ? null : url.href;
}
