import { MIMEType } from "node:util";
import { KiB } from "@freehold/protocol/internal";

const sniffedBytes = 64 * KiB; // the start of a file that is read to detect its type
const mediaTypeLength = 255; // the media type that somebody claims

/** For unknown bytes. */
const anyBytes = "application/octet-stream";

/** Types that browsers show or play, and whose bytes always have a signature. */
const hasSignature = /^(?:image|audio|video|font|model)\//;

const textLike =
  /^text\/|^application\/(?:json|javascript|ecmascript|xml|toml|yaml|sql|graphql)$|[+](?:json|xml|yaml)$/;

/** Scripts, by every type that a browser runs. */
const scripts = /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.\d)?$/;

/** Formats inside a container: the beginning of a file may show the container alone. */
const refinements: ReadonlyMap<string, RegExp> = new Map([
  ["application/zip", /^application\/(?:epub\+zip|vnd\.openxmlformats-|vnd\.oasis\.opendocument\.)/],
  ["application/x-cfb", /^application\/(?:msword|vnd\.ms-|vnd\.visio)/],
]);

/**
 * The media type that a file is stored and served with: lower case, without parameters, safe in a header. The signature of
 * the bytes decides. A claim (of a peer's reply, an upload, or else the file's name) counts only where it is harmless: for
 * text that is text, and for formats without a signature. An `image/*` claim without the signature becomes
 * `application/octet-stream`; so does SVG, which can run scripts (decisions 5). Scripts become text: pages of this node may
 * run scripts of its own origin.
 * @param head the first bytes of the file, at best 64 KiB
 * @param claimed an untrusted media type, with parameters or not
 */
export async function sniffMediaType(
  head: Uint8Array,
  claimed: string | null,
  filename: string | null,
): Promise<string> {
  const start = head.subarray(0, sniffedBytes);
  const { lookup } = await import("mime-types");
  const claim = normaliseClaim(claimed) ?? normaliseClaim(lookup(filename ?? "") || null);
  const isText = looksLikeText(start);
  if (claim !== null && textLike.test(claim) && !hasSignature.test(claim)) {
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
  const { supportedMimeTypes } = await import("file-type");
  return hasSignature.test(claim) || supportedMimeTypes.has(claim) ? anyBytes : claim;
}

/** The essence of a media type; null for an invalid or a generic one. */
function normaliseClaim(claimed: string | null): string | null {
  if (claimed === null || claimed.length > mediaTypeLength) {
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
  const { fileTypeFromBuffer } = await import("file-type");
  // A parser that fails on hostile bytes detects nothing.
  const found = await fileTypeFromBuffer(start).catch(() => undefined);
  if (found === undefined) return isTiff(start) ? "image/tiff" : null;
  const { essence } = new MIMEType(found.mime);
  return isOfMedia(essence) ? (stillImageOf(start) ?? essence) : essence;
}

/** Types that the library gives to files of boxes (ISO/IEC 14496-12): one whose main brand it does not know is a video to it. */
const isOfMedia = (essence: string) => essence === "video/mp4" || /^image\/hei[cf]/.test(essence);

/** Whether a file begins as TIFF and BigTIFF do. Most programs write the directory, by which others tell it, at the end of the file. */
function isTiff(start: Uint8Array): boolean {
  return /^(?:II[*+]\0|MM\0[*+])/.test(Buffer.from(start.subarray(0, 4)).toString("latin1"));
}

/** Brands of the registry for ISO/IEC 14496-12 that say that a file is a picture, or a sequence of pictures. */
const avifBrands: ReadonlySet<string> = new Set(["avif", "avis", "avio"]);
const heicBrands: ReadonlySet<string> = new Set("heic heix heim heis hevc hevx hevm hevs".split(" "));
const otherImageBrands: ReadonlySet<string> = new Set(
  "mif1 mif2 msf1 miaf avci avcs vvic vvis j2ki j2is jpeg jpgs 1pic".split(" "),
);

/**
 * The type of a picture by the brands of its head: the main one may be any of those that it has. null for no picture, such as a
 * video.
 */
function stillImageOf(start: Uint8Array): string | null {
  const head = Buffer.from(start.buffer, start.byteOffset, start.length);
  const end = Math.min(head.readUInt32BE(0), 256, head.length - 3);
  const brands = [head.toString("latin1", 8, 12)];
  for (let at = 16; at < end; at += 4) brands.push(head.toString("latin1", at, at + 4));
  const hasOneOf = (known: ReadonlySet<string>) => brands.some((brand) => known.has(brand));
  if (hasOneOf(avifBrands)) return "image/avif";
  if (hasOneOf(heicBrands)) return "image/heic";
  return hasOneOf(otherImageBrands) ? "image/heif" : null;
}

/** Tab, line feed, form feed, carriage return and escape. */
const textControls = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** UTF-8, perhaps cut inside a character, without control characters that no text has. */
function looksLikeText(start: Uint8Array): boolean {
  if (start.some((byte) => byte < 0x20 && !textControls.has(byte))) {
    return false;
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}
