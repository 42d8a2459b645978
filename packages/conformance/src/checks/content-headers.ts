import type { Check } from "../check.ts";
import { expectEqual, expectThat } from "../expectations.ts";
import type { Sample, SampleKind } from "../test-context.ts";

type IsRight = (value: string, sample: Sample) => boolean;
/** A header of contents of a kind, and its right values in a few words. */
type Row = readonly [title: string, name: string, expected: string, isRight: IsRight, of?: SampleKind];

function defineHeaders(
  common: Pick<Check, "section" | "decisions">,
  rows: Readonly<Record<string, Row>>,
): readonly Check[] {
  return Object.entries(rows).map(([id, [title, name, expected, isRight, of = "any"]]) => ({
    ...common,
    id,
    title,
    async run(context) {
      const sample = await context.sample(of);
      const value = sample.reply.headers[name];
      const holds = value !== undefined && isRight(value, sample);
      expectThat(holds, `${name}: ${expected}`, value === undefined ? `no ${name}` : `${name}: ${value}`);
    },
  }));
}

const cached = ["public", "immutable", "max-age=31536000"];

export const contentHeaders: readonly Check[] = [
  ...defineHeaders(
    { section: "4.4" },
    {
      "content-markdown-type": [
        "the content type of Markdown is text/markdown in UTF-8",
        "content-type",
        "text/markdown; charset=utf-8",
        (value) => /^text\/markdown;\s*charset="?utf-8"?$/i.test(value),
        "post",
      ],
      "content-file-type": [
        "the content type of a file is its media type, not Markdown",
        "content-type",
        "a media type",
        (value) => /^[\w.+-]+\/[\w.+-]+/.test(value) && !/^text\/markdown/i.test(value),
        "file",
      ],
      "content-cache-control": [
        "public caches may store contents for a year",
        "cache-control",
        cached.join(", "),
        (value) =>
          new Set(cached).isSubsetOf(
            new Set(
              value
                .toLowerCase()
                .split(",")
                .map((one) => one.trim()),
            ),
          ),
      ],
      "content-image-disposition": [
        "an image is inline and has a file name",
        "content-disposition",
        'inline; filename="…"',
        (value) => /^inline\s*;.*filename\*?=./i.test(value),
        "image",
      ],
      "content-file-accept-ranges": [
        "a file announces byte ranges",
        "accept-ranges",
        "bytes",
        (value) => value.toLowerCase() === "bytes",
        "file",
      ],
    },
  ),
  ...defineHeaders(
    { section: "4.4", decisions: 5 },
    {
      "content-file-description": [
        "Content-Description of a file is its caption, percent-encoded",
        "content-description",
        "percent-encoded UTF-8",
        (value) => /^[\x21-\x7e]*$/.test(value) && decodes(value),
        "file",
      ],
      "content-hash-header": [
        "X-Content-Hash is the hash",
        "x-content-hash",
        "the hash",
        (value, { contentHash }) => value.toLowerCase() === contentHash,
      ],
      "content-created-at": [
        "X-Created-At is a time",
        "x-created-at",
        "a time",
        (value) => !Number.isNaN(Date.parse(value)),
      ],
      "content-etag": [
        "ETag is strong and contains the hash",
        "etag",
        "the hash in quotes",
        (value, { contentHash }) => /^"[^"]+"$/.test(value) && value.includes(contentHash.slice(2)),
      ],
      "content-last-modified": [
        "Last-Modified is an HTTP date",
        "last-modified",
        "an HTTP date",
        (value) => /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(value),
      ],
      "content-nosniff": [
        "X-Content-Type-Options forbids type sniffing",
        "x-content-type-options",
        "nosniff",
        (value) => value.toLowerCase() === "nosniff",
      ],
      "content-sandbox": [
        "content opened as a page runs and loads nothing",
        "content-security-policy",
        "sandbox; default-src 'none'",
        (value) => /(^|;)\s*sandbox\s*(;|$)/.test(value) && /(^|;)\s*default-src 'none'\s*(;|$)/.test(value),
      ],
      "content-canonical-link": [
        "the canonical link contains the slug",
        "link",
        '<…/slug/…>; rel="canonical"',
        (value, { slug }) => /rel="?canonical"?/.test(value) && slugOf(value) === slug,
        "slug",
      ],
    },
  ),
  {
    id: "content-head",
    section: "4.4",
    decisions: 5,
    title: "HEAD answers the same headers without the bytes",
    async run(context) {
      const { path, reply } = await context.sample("any");
      const head = await context.node.call("HEAD", path);
      expectEqual(head.status, 200, "status");
      expectEqual(head.body.length, 0, "bytes");
      expectEqual(Number(head.headers["content-length"]), reply.body.length, "content-length");
      for (const name of ["content-type", "etag"]) expectEqual(head.headers[name], reply.headers[name], name);
    },
  },
];

function decodes(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

function slugOf(link: string): string | null {
  const [, path = ""] = /<[^<>]*\/slug\/([^<>/?#]*)>/.exec(link) ?? [];
  return decodes(path) ? decodeURIComponent(path) : null;
}
