import type { Check } from "../check.ts";
import { expectEqual, expectThat } from "../expectations.ts";
import type { SampleKind } from "../test-context.ts";

/** A check of one header of contents. */
function header(
  common: Pick<Check, "id" | "title"> & { decisions?: number; of?: SampleKind; name: string },
  expected: string,
  isRight: (
    value: string,
    sample: { contentHash: string; timestamp: number; slug: string | null },
  ) => boolean,
): Check {
  const { of = "any", name, ...rest } = common;
  return {
    ...rest,
    section: "4.4",
    async run(context) {
      const sample = await context.sample(of);
      const value = sample.reply.headers[name];
      const holds = value !== undefined && isRight(value, sample);
      expectThat(holds, `${name}: ${expected}`, value === undefined ? `no ${name}` : `${name}: ${value}`);
    },
  };
}

function directives(value: string): string[] {
  return value
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
}

export const contentHeaders: readonly Check[] = [
  header(
    {
      id: "content-markdown-type",
      title: "the content type of Markdown is text/markdown in UTF-8",
      of: "post",
      name: "content-type",
    },
    "text/markdown; charset=utf-8",
    (value) => /^text\/markdown;\s*charset="?utf-8"?$/i.test(value),
  ),
  header(
    {
      id: "content-file-type",
      title: "the content type of a file is its media type, not Markdown",
      of: "file",
      name: "content-type",
    },
    "a media type",
    (value) => /^[\w.+-]+\/[\w.+-]+/.test(value) && !/^text\/markdown/i.test(value),
  ),
  header(
    {
      id: "content-cache-control",
      title: "public caches may store contents for a year",
      name: "cache-control",
    },
    "public, immutable, max-age=31536000",
    (value) =>
      ["public", "immutable", "max-age=31536000"].every((directive) => directives(value).includes(directive)),
  ),
  header(
    {
      id: "content-image-disposition",
      title: "an image is inline and has a file name",
      of: "image",
      name: "content-disposition",
    },
    'inline; filename="…"',
    (value) => /^inline\s*;.*filename\*?=./i.test(value),
  ),
  header(
    {
      id: "content-file-accept-ranges",
      title: "a file announces byte ranges",
      of: "file",
      name: "accept-ranges",
    },
    "bytes",
    (value) => value.toLowerCase() === "bytes",
  ),
  header(
    {
      id: "content-file-description",
      decisions: 5,
      title: "Content-Description of a file is its caption, percent-encoded",
      of: "file",
      name: "content-description",
    },
    "percent-encoded UTF-8",
    (value) => /^[\x21-\x7e]*$/.test(value) && decodes(value),
  ),
  header(
    { id: "content-hash-header", decisions: 5, title: "X-Content-Hash is the hash", name: "x-content-hash" },
    "the hash",
    (value, { contentHash }) => value.toLowerCase() === contentHash,
  ),
  header(
    { id: "content-created-at", decisions: 5, title: "X-Created-At is a time", name: "x-created-at" },
    "a time",
    (value) => !Number.isNaN(Date.parse(value)),
  ),
  header(
    { id: "content-etag", decisions: 5, title: "ETag is strong and contains the hash", name: "etag" },
    "the hash in quotes",
    (value, { contentHash }) => /^"[^"]+"$/.test(value) && value.includes(contentHash.slice(2)),
  ),
  header(
    {
      id: "content-last-modified",
      decisions: 5,
      title: "Last-Modified is an HTTP date",
      name: "last-modified",
    },
    "an HTTP date",
    (value) => /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(value),
  ),
  header(
    {
      id: "content-nosniff",
      decisions: 5,
      title: "X-Content-Type-Options forbids type sniffing",
      name: "x-content-type-options",
    },
    "nosniff",
    (value) => value.toLowerCase() === "nosniff",
  ),
  header(
    {
      id: "content-sandbox",
      decisions: 5,
      title: "content opened as a page runs and loads nothing",
      name: "content-security-policy",
    },
    "sandbox; default-src 'none'",
    (value) => /(^|;)\s*sandbox\s*(;|$)/.test(value) && /(^|;)\s*default-src 'none'\s*(;|$)/.test(value),
  ),
  header(
    {
      id: "content-canonical-link",
      decisions: 5,
      title: "the canonical link contains the slug",
      of: "slug",
      name: "link",
    },
    '<…/slug/…>; rel="canonical"',
    (value, { slug }) => /rel="?canonical"?/.test(value) && slugOf(value) === slug,
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
  const [, path = ""] = /<[^>]*\/slug\/([^>/?#]*)>/.exec(link) ?? [];
  return decodes(path) ? decodeURIComponent(path) : null;
}
