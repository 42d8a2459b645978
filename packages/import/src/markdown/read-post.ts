import type { Visibility } from "../visibility.ts";
import type { WrittenDate } from "../written-date.ts";
import { dateOf, listOf, textOf } from "./front-matter.ts";
import { convertGeneratorMarkup } from "./generator-markup.ts";
import { findShownDates, type ShownDates } from "./shown-dates.ts";
import { findVisibilityFlag } from "./visibility-flags.ts";
import { readWrittenFrontMatter } from "./written-front-matter.ts";

const dateFields = ["date", "pubdate", "publishdate", "published_at", "created", "created_at"] as const;

/** A Markdown file by itself, with the fields of its front matter as an import reads them. */
export interface ReadPost extends ShownDates {
  /** Empty for none. */
  readonly title: string;
  readonly markdown: string;
  readonly tags: readonly string[];
  readonly slug: string | null;
  readonly excerpt: string | null;
  readonly written: WrittenDate;
  /** The reason that its fields give; null for none. */
  readonly visibility: Visibility | null;
}

/**
 * Reads a Markdown file with front matter.
 *
 * @returns null for a file without front matter, whose bytes are published as they are
 * @throws ImportError VALIDATION_FAILED for front matter that can't be read, IMPORT_INVALID for HTML beyond the limits
 */
export async function readPost(source: string): Promise<ReadPost | null> {
  const { fields, body } = readWrittenFrontMatter(source);
  if (fields === null || fields.size === 0) return null;
  const written = dateOf(fields, ...dateFields);
  const tags = listOf(fields, "tags", "tag", "category", "categories");
  const { markdown } = await convertGeneratorMarkup(body);
  return {
    title: textOf(fields, "title") ?? "",
    markdown,
    tags,
    slug: textOf(fields, "slug"),
    excerpt: textOf(fields, "description", "summary", "excerpt"),
    written,
    ...findShownDates(fields),
    visibility: findVisibilityFlag(fields),
  };
}
