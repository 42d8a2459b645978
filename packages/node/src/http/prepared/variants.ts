import type { IncomingHttpHeaders } from "node:http";
import { recogniseForm } from "@freehold/protocol";
import { chooseEncoding } from "../bytes/compression.ts";
import { zoneOf } from "../present-error.ts";

/** The parameters that a prepared answer may depend on. Others are for whoever counts visitors. */
const parameters = new Set(["page", "limit", "since", "after", "comments", "timestamp", "thumb", "theme"]);

/**
 * The part of a URL that an answer depends on: the path, and the parameters that some route reads, as they were sent.
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
  const known = pairs.filter((_, index) => parameters.has(names[index] ?? ""));
  return known.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${known.join("&")}`;
}

/** Removes the parameters that no prepared answer may depend on, so that no route can read one of them. */
export function forgetOtherParameters(query: Record<string, unknown>): void {
  for (const name of Object.keys(query)) if (!parameters.has(name)) delete query[name];
}

// Not a limit: header values whose meaning is remembered, and their length; of others it is worked out each time.
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
