import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { feeds, mentionPages, nestedFeed } from "../../../../../bench/strangers/documents.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { feedParsers } from "../parsers/feed-parsers.ts";
import { mentionParsers } from "../parsers/mention-parsers.ts";
import { mutateBytes } from "../parsers/mutate-bytes.ts";

/** A reply of another site: a document, and how it is sent. */
export interface HostileDocument {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** `slow` comes in pieces, `endless` begins again until nobody reads it, `cut` ends before its length. */
  readonly pace: "whole" | "slow" | "endless" | "cut";
}

export type HostileKind = "page" | "feed";

const seedsOf = (...names: readonly string[]) =>
  [...mentionParsers, ...feedParsers]
    .filter(({ name }) => names.includes(name))
    .flatMap(({ seeds }) => seeds.map((seed) => Buffer.from(seed)));
const seeds: Readonly<Record<HostileKind, readonly Buffer[]>> = {
  page: seedsOf("readMention", "findEndpoint"),
  feed: seedsOf("parseFeed"),
};
const types: Readonly<Record<HostileKind, readonly string[]>> = {
  page: ["text/html", "text/html; charset=utf-8", 'application/xhtml+xml; charset="gb2312"'],
  feed: ["application/rss+xml", "application/atom+xml", "application/feed+json", "text/xml; charset=latin1"],
};
const oddTypes = [
  "",
  "image/png",
  "text/plain",
  "application/json",
  "text/html; charset=utf-7",
  ";;",
  "x".repeat(900),
];

/** Tries that a compressed reply makes: the right one, one twice, a part, a wrong name, no compression, and 10 MB of zeros in 10 KB. */
const bomb = { gzip: gzipSync(Buffer.alloc(10_000_000)), br: brotliCompressSync(Buffer.alloc(10_000_000)) };
const encodings: readonly ((body: Buffer) => readonly [string, Buffer])[] = [
  (body) => ["gzip", gzipSync(body)],
  (body) => ["br", brotliCompressSync(body)],
  (body) => ["deflate", deflateSync(body)],
  (body) => ["zstd", zstdCompressSync(body)],
  (body) => ["gzip, gzip", gzipSync(gzipSync(body))],
  (body) => ["gzip", gzipSync(body).subarray(0, -5)],
  (body) => ["gzip", body],
  (body) => ["identity, gzip", gzipSync(gzipSync(body))],
  () => ["gzip", bomb.gzip],
  () => ["br", bomb.br],
];

/**
 * The document of a number: the same for the same seed and number. Most are nearly a page that mentions a post, or nearly a
 * feed; some took a node down once; some come with headers, encodings and redirects that a reader may stumble over.
 *
 * @param of.target an address that a page links to
 * @param of.base the site's own base URL, for redirects
 */
export function makeDocument(of: {
  readonly kind: HostileKind;
  readonly number: number;
  readonly seed: number;
  readonly target: string;
  readonly base: string;
}): HostileDocument {
  const { kind, number, seed, target, base } = of;
  const random = seededRandom(seed * 1_009 + number * 2 + (kind === "feed" ? 1 : 0));
  const pick = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error("Nothing to choose from.");
    return one;
  };
  const body = random() < 0.03 ? largeBody(kind, target, pick) : smallBody(kind, target, random, pick);
  const headers: Record<string, string> = {
    "content-type": random() < 0.85 ? pick(types[kind]) : pick(oddTypes),
    ...(random() < 0.2 && { link: pick(linkHeaders(base)) }),
    ...(random() < 0.2 && pick(oddHeaders)),
  };
  const how = random();
  if (how < 0.06)
    return {
      status: pick([301, 302, 307, 308]),
      headers: { location: pick(places(base, kind, number)) },
      body: Buffer.alloc(0),
      pace: "whole",
    };
  if (how < 0.12)
    return {
      status: pick([204, 304, 400, 404, 410, 429, 500, 503]),
      headers: { ...headers, "retry-after": pick(["0", "-1", "99999999999", "soon"]) },
      body,
      pace: "whole",
    };
  if (how < 0.2) {
    const [encoding, encoded] = pick(encodings)(body);
    return {
      status: 200,
      headers: { ...headers, "content-encoding": encoding },
      body: encoded,
      pace: "whole",
    };
  }
  const pace = how < 0.24 ? "slow" : how < 0.26 ? "endless" : how < 0.3 ? "cut" : "whole";
  return { status: 200, headers, body, pace };
}

function smallBody(
  kind: HostileKind,
  target: string,
  random: () => number,
  pick: <T>(all: readonly T[]) => T,
): Buffer {
  const seed = pick(seeds[kind]);
  const body = random() < 0.2 ? seed : mutateBytes(seed, seeds[kind], random);
  if (kind === "feed") return body;
  return Buffer.concat([Buffer.from(random() < 0.85 ? `<a href="${target}">a</a>` : ""), body]);
}

function largeBody(kind: HostileKind, target: string, pick: <T>(all: readonly T[]) => T): Buffer {
  if (kind === "page") return Buffer.from(pick(Object.values(mentionPages))(target));
  return Buffer.from(pick([...Object.values(feeds), nestedFeed])().body);
}

const linkHeaders = (base: string): readonly string[] => [
  `<${base}/told>; rel="webmention"`,
  '<>; rel="x webmention", <https://[::1]:1/>; rel=webmention',
  `<${"a".repeat(3_000)}>; rel=webmention`,
  "<".repeat(900),
  '<javascript:alert(1)>; rel="alternate"; type="application/rss+xml"',
];

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { etag: '"x'.repeat(400), "last-modified": "yesterday" },
  { "cache-control": "max-age=99999999999999999999", date: "Tue, 01 Jan 2030 00:00:00 GMT" },
  { "set-cookie": "a=b", "content-language": "\x7f" },
  { "content-disposition": 'attachment; filename="../a"', date: "never" },
  Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-${n}`, "y".repeat(100)])),
];

/** The targets of redirects: on, in circles, and to what a node must not ask. */
const places = (base: string, kind: HostileKind, number: number): readonly string[] => [
  `${base}/${kind}/${number + 1}`,
  `${base}/${kind}/${number}`,
  "http://localhost:1/",
  "file:///etc/passwd",
  "https://user:pass@localhost:1/",
  "//",
  `/${kind}/${"a".repeat(8_000)}`,
  "",
];
