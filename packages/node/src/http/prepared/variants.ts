import type { IncomingHttpHeaders } from "node:http";
import { recogniseForm } from "@freehold/protocol";
import { chooseEncoding } from "../bytes/compression.ts";
import { zoneOf } from "../present-error.ts";

/**
 * The parameters that a prepared answer may depend on, by the beginning of its path. Others are for counting visitors, and
 * must not make another answer: their number has no bound.
 */
const parameters: Readonly<Record<string, readonly string[]>> = {
  "": ["page"],
  archive: ["page"],
  "sitemap.xml": ["page"],
  tags: ["after"],
  followers: ["after"],
  following: ["after"],
  slug: ["comments"],
  publications: ["comments", "theme"],
  badge: ["theme"],
  ewp: ["page", "limit", "since", "timestamp", "thumb"],
};
const all = Object.values(parameters).flat();

function parametersOf(path: string): readonly string[] {
  const [, first] = /^\/([^/]*)/.exec(path) ?? [];
  // The router reads such a path in another way.
  if (first === undefined || first.includes("%")) return all;
  return Object.hasOwn(parameters, first) ? (parameters[first] ?? []) : [];
}

/**
 * The part of a URL that an answer depends on: the path, and the parameters that its route reads, as they were sent.
 *
 * @returns null for a URL that another parser could read in another way
 */
export function normaliseUrl(url: string): string | null {
  if (url.includes("#")) return null;
  const at = url.indexOf("?");
  if (at < 0) return url;
  const pairs = url.slice(at + 1).split("&");
  const names = pairs.map((pair) => pair.split("=", 1)[0] ?? "");
  if (names.some((name) => /[%+]/.test(name))) return null;
  const path = url.slice(0, at);
  const own = parametersOf(path);
  const known = pairs.filter((_, index) => own.includes(names[index] ?? ""));
  return known.length === 0 ? path : `${path}?${known.join("&")}`;
}

/** Removes the parameters that a prepared answer for a URL does not depend on, so that its route can read none of them. */
export function forgetOtherParameters(url: string, query: Record<string, unknown>): void {
  const own = parametersOf(url.split("?", 1)[0] ?? "");
  for (const name of Object.keys(query)) if (!own.includes(name)) delete query[name];
}

// Header values whose meaning is remembered, and their length; of others it is worked out each time.
const rememberedValues = 1_000;
const rememberedLength = 500;

/** A text of the request's language and theme, and whether its host is an address that the owner has left. */
export type ReadReader = (headers: IncomingHttpHeaders) => string;

/**
 * Tells apart requests for one URL that are answered differently: under `/ewp/` by the form of the client, elsewhere by the
 * encoding that it accepts and its language and theme.
 *
 * @returns `variantOf`, and `forget` for a change of the owner's language and theme
 */
export function createVariants(readReader: ReadReader) {
  const encodings = remember((accepted) => chooseEncoding(accepted) ?? "plain");
  const forms = remember((userAgent) =>
    (["getProfile", "listPublications"] as const)
      .map((read) => recogniseForm(read, { userAgent }).form)
      .join(" "),
  );
  const readers = new Map<string, string>();

  function readerFor(headers: IncomingHttpHeaders): string {
    // With a cookie there is one for each reader.
    if (headers.cookie !== undefined) return readReader(headers);
    const key = `${headers["accept-language"] ?? ""}\n${headers.host ?? ""}`;
    return recall(readers, key, () => readReader(headers));
  }

  return {
    variantOf(url: string, headers: IncomingHttpHeaders): string {
      if (zoneOf(url) === "ewp") return forms(headers["user-agent"] ?? "");
      return `${encodings(headers["accept-encoding"] ?? "")} ${readerFor(headers)}`;
    },
    forget: () => readers.clear(),
  };
}

function remember(work: (value: string) => string): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => recall(known, value, () => work(value));
}

function recall(known: Map<string, string>, value: string, work: () => string): string {
  const before = known.get(value);
  if (before !== undefined) return before;
  const made = work();
  if (value.length > rememberedLength) return made;
  if (known.size >= rememberedValues) known.clear();
  known.set(value, made);
  return made;
}
