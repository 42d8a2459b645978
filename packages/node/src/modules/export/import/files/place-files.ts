import { type ImportedFile, type ImportedPost, leadToPages, leaveWords, targetsOf } from "@freehold/import";

/** Files by their addresses in the text: those that came along, and the whole addresses of those that stay on the old site. */
interface Found {
  readonly taken: ReadonlyMap<string, { readonly isPicture: boolean }>;
  readonly elsewhere: ReadonlyMap<string, string>;
}

type Placed = Pick<ImportedPost, "title" | "markdown" | "tags">;

/** Whether a file that stayed behind can be reached: its address is whole. */
const isElsewhere = ({ address }: Pick<ImportedFile, "address">, { elsewhere }: Found): boolean =>
  elsewhere.has(address) || /^https?:$/.test(URL.parse(address)?.protocol ?? "");

/**
 * A post whose text does without the files that did not come along: what has an address elsewhere stays a link, what a page
 * elsewhere shows becomes a link to that, and of the rest the words stay. A cover that can't be one here stands at the beginning of the text, as a picture, or as a link to a file of another type.
 */
export function placeFiles(post: ImportedPost, found: Found): Placed {
  const { title, tags } = post;
  const gone = post.files.filter((file) => !found.taken.has(file.address) && !isElsewhere(file, found));
  const byAddress = new Map(gone.map((file) => [file.address, file]));
  const pageOf = (address: string) => {
    const { page, name = "" } = byAddress.get(address) ?? {};
    return page === undefined ? null : { page, name };
  };
  const markdown =
    gone.length === 0
      ? post.markdown
      : leaveWords(leadToPages(post.markdown, pageOf), (one) => byAddress.has(one));
  const cover = coverLine(post, found);
  return { title, tags, markdown: cover === null ? markdown : withFirst(markdown, cover) };
}

/** The line of a cover that can't be one here; null for none, and for one that the text shows anyway. */
function coverLine({ cover, files, markdown }: ImportedPost, found: Found): string | null {
  const file = cover === null ? undefined : files.find(({ address }) => address === cover);
  if (file === undefined || targetsOf(file.address).test(markdown)) return null;
  const here = found.taken.get(file.address);
  if (here?.isPicture || (!here && !isElsewhere(file, found))) return null;
  const words = (file.description ?? (here ? file.name : ""))
    .replace(/\s+/g, " ")
    .replace(/[\\[\]`*_<]/g, "\\$&");
  return `${here ? "" : "!"}[${words}](${/[\s()]/.test(file.address) ? `<${file.address}>` : file.address})`;
}

/** The heading of a text stays its first line. */
function withFirst(markdown: string, line: string): string {
  const [, heading = "", rest = markdown] =
    /^(#[ \t][^\n]*\n+|[^\n]*\n=+[ \t]*\n+)([\s\S]*)$/.exec(markdown) ?? [];
  return `${heading}${line}\n\n${rest}`;
}
