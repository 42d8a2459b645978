import { limits } from "../../domain/limits.ts";
import type { NewPublication } from "../../domain/publications/create.ts";
import { cutExcerpt } from "../../domain/publications/present.ts";
import { isSlug, loadToAscii, makeSlug } from "../../domain/publications/slug-names.ts";
import { dateOfWriting, scheduledMoment } from "../../domain/written-date.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { startImportProcess } from "../../import-process/process.ts";

/** A post to publish: its bytes, its front matter, and the files beside it that its text names. */
interface PostInput extends Pick<NewPublication, "slug" | "presentation" | "writtenAt"> {
  readonly source: AsyncIterable<Uint8Array>;
  readonly pictures: readonly string[];
}

interface PostOptions {
  /** It stays a draft, whatever its front matter says. */
  readonly isDraft: boolean;
  readonly now: number;
  /** The zone of the site (IANA name), in which a date without a zone is. */
  readonly timeZone: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a post, with front matter as an import reads it: title, slug, tags, date and excerpt. Without front matter its bytes are
 * published as they are.
 *
 * @throws AppError VALIDATION_FAILED, IMPORT_INVALID for front matter that can't be read, or that says that the post is not public
 */
export async function readPostInput(
  source: AsyncIterable<Uint8Array>,
  { isDraft, now, timeZone, signal }: PostOptions,
): Promise<PostInput> {
  const { head, rest } = await readBounded(source);
  const plain = { source: joined(head, rest), pictures: findPictures(head) };
  if (rest !== null || !mayHaveFrontMatter.test(head.toString("utf8"))) return plain;
  await using reader = startImportProcess(undefined, signal);
  const post = await reader.readPost(head.toString("utf8"));
  if (post === null) return plain;
  if (!isDraft && post.visibility && !post.visibility.public)
    throw new AppError(
      "VALIDATION_FAILED",
      "Its front matter says that it is not public, so it is not published. --draft keeps it as a draft.",
    );
  const shownFrom = scheduledMoment(post.shownFrom, timeZone);
  if (!isDraft && shownFrom !== null && shownFrom > now)
    throw new AppError(
      "VALIDATION_FAILED",
      msg`Its front matter has the date ${new Date(shownFrom).toISOString()}, which is in the future, so it is not published. --draft keeps it as a draft.`,
    );
  const shownUntil = scheduledMoment(post.shownUntil, timeZone);
  if (!isDraft && shownUntil !== null && shownUntil <= now)
    throw new AppError(
      "VALIDATION_FAILED",
      msg`Its front matter says that it was shown until ${new Date(shownUntil).toISOString()}, so it is not published. --draft keeps it as a draft.`,
    );
  return {
    source: joined(Buffer.from(post.text), null),
    pictures: findPictures(Buffer.from(post.text)),
    slug:
      post.slug === null
        ? null
        : isSlug(post.slug)
          ? post.slug
          : makeSlug(post.slug, await loadToAscii()) || null,
    presentation: { excerpt: cutExcerpt(post.excerpt), coverHash: null, isPage: 0 },
    writtenAt: dateOfWriting(post.written, { timeZone, now }),
  };
}

const mayHaveFrontMatter = /^[\ufeff\u200b\s]*(?:---|\+\+\+|;;;|\{|[a-z]{1,10}[ \t]*:)/i;

/** The bytes up to the limit of a post, and the rest if there is more. */
async function readBounded(
  source: AsyncIterable<Uint8Array>,
): Promise<{ head: Buffer; rest: AsyncIterator<Uint8Array> | null }> {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size <= limits.markdownBytes) {
    const { value, done } = await iterator.next();
    if (done) return { head: Buffer.concat(chunks), rest: null };
    chunks.push(value);
    size += value.length;
  }
  return { head: Buffer.concat(chunks), rest: iterator };
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) yield next.value;
}

/** The pictures of a text that are files beside it. */
function findPictures(bytes: Buffer): string[] {
  const found = bytes.toString("utf8").matchAll(/!\[[^[\]\n]*\]\(\s*<?([^\s()<>]+)/g);
  const addresses = [...found].map(([, address = ""]) => address);
  return [...new Set(addresses.filter((one) => !/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(one)))];
}
