import { MIMEType } from "node:util";
import { fileTypeFromBuffer, supportedMimeTypes } from "file-type";
import { lookup } from "mime-types";
import { limits } from "./limits.ts";

/** What is known of nothing. */
const anyBytes = "application/octet-stream";

/** Kinds of which the bytes are shown or played, and which always bear a signature of their own. */
const borneByBytes = /^(?:image|audio|video|font|model)\//;

const textLike =
  /^text\/|^application\/(?:json|javascript|ecmascript|xml|toml|yaml|sql|graphql)$|[+](?:json|xml|yaml)$/;

/** Scripts, by every name under which a browser runs them. */
const scripts = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.\d)?$/;

/** Formats inside a container, of which a file's beginning may show the container alone. */
const refinements: ReadonlyMap<string, RegExp> = new Map([
  ["application/zip", /^application\/(?:epub\+zip|vnd\.openxmlformats-|vnd\.oasis\.opendocument\.)/],
  ["application/x-cfb", /^application\/(?:msword|vnd\.ms-|vnd\.visio)/],
]);

/**
 * The media type that a file is kept and served under: lower case, without parameters, safe in a header. The bytes
 * decide where they tell; what is claimed (by a peer's reply, an upload or, without a claim, the file's name) counts
 * only where it can't hurt: for text that is text, and for formats that no signature tells. An `image/*` claim that the
 * bytes don't bear becomes `application/octet-stream`; so does SVG, which is a document that can run (decisions 5). A script is
 * text: a page of this node may run scripts of its own origin, and those are not among them.
 * @param head the first bytes of the file, at best 64 KiB
 * @param claimed a media type, with parameters or not, from anybody
 */
export async function sniffMediaType(
  head: Uint8Array,
  claimed: string | null,
  filename: string | null,
): Promise<string> {
  const start = head.subarray(0, limits.sniffedBytes);
  const claim = normaliseClaim(claimed) ?? normaliseClaim(lookup(filename ?? "") || null);
  const isText = looksLikeText(start);
  if (claim !== null && textLike.test(claim) && !borneByBytes.test(claim)) {
    // Two letters are a signature to some formats ("BM", "MZ"): text that begins with them is still text.
    return isText ? claim : ((await detect(start)) ?? claim);
  }
  const detected = await detect(start);
  if (detected !== null) {
    return claim !== null && refinements.get(detected)?.test(claim) ? claim : detected;
  }
  if (claim === null) {
    return isText && start.length > 0 ? "text/plain" : anyBytes;
  }
  return borneByBytes.test(claim) || supportedMimeTypes.has(claim) ? anyBytes : claim;
}

/** The essence of a media type, or null when it is none, or says nothing. */
function normaliseClaim(claimed: string | null): string | null {
  if (claimed === null || claimed.length > limits.mediaTypeLength) {
    return null;
  }
  try {
    const { essence } = new MIMEType(claimed);
    if (scripts.test(essence)) return "text/plain";
    return essence === anyBytes ? null : essence;
  } catch {
    return null;
  }
}

async function detect(start: Uint8Array): Promise<string | null> {
  // A parser that trips over hostile bytes knows nothing about them.
  const found = await fileTypeFromBuffer(start).catch(() => undefined);
  return found === undefined ? null : new MIMEType(found.mime).essence;
}

/** UTF-8, perhaps cut in the middle of a character, without control characters that no text has. */
function looksLikeText(start: Uint8Array): boolean {
  if (
    start.some(
      (byte) =>
        byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b,
    )
  ) {
    return false;
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}
