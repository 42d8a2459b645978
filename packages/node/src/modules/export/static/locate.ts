import { createHash } from "node:crypto";
import { decodeUriIfValid } from "@freehold/protocol/internal";
import { extension } from "mime-types";
import { boundName } from "../../../domain/files/bound-name.ts";

/** Paths that only a node answers: forms, programs of the owner, pages for one reader. */
const dynamic = /^\/(?:console|install|api|preferences|worker\.js|offline|comments|search|verify)(?![^/?#])/;

/** Whether a path of the site may become a file. */
export function isForFiles(path: string): boolean {
  return !dynamic.test(path) && path !== "/manifest.webmanifest";
}

/** Query parameters that choose another answer; all others are for caches and for peers. */
const chosen = ["page", "after", "comments", "thumb", "theme"] as const;

/** Addresses at which bytes are that somebody wrote or sent, and no program of ours has made. */
const ofContents = /^\/(?:ewp\/(?:contents\/|avatar$)|publications\/\d+\/file$)/;

/** Types that no server runs and no browser takes for a page, by the endings that servers know them by. */
const passive = [
  /^image\/(?:png|jpeg|gif|webp|avif|bmp|tiff|heic|heif|jxl)$/,
  /^(?:audio|video|font)\/[\w.-]+$/,
  /^application\/(?:pdf|zip|gzip|x-7z-compressed|epub\+zip|json|msword|ogg|vnd\.ms-(?:excel|powerpoint))$/,
  /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.[\w.-]+$/,
  /^text\/(?:plain|csv|calendar|vtt)$/,
];

/**
 * The file of an answer, below the folder of the site: `index.html` in a folder of its own for a page, so that every server and
 * a disk find it. A signed text has the protocol's own name, and any other content one with an ending, by which servers tell its
 * type. A file that could run at the site's address, as an HTML page or a script of a server, ends with `.txt` or `.bin`.
 *
 * @param url absolute, of the site
 * @param isPageLike whether a server that guesses would take the bytes of a content for a page
 */
export function fileOf(url: URL, mediaType: string, isPageLike = false): string {
  const segments = url.pathname.split("/").filter((part) => part !== "");
  const names = segments.map((part) => nameOf(decodeUriIfValid(part)));
  const suffix = chosen.flatMap((name) => suffixOf(name, url.searchParams.get(name))).join("-");
  const isContent = ofContents.test(url.pathname);
  if (mediaType === "text/html" && !isContent)
    return [...names, ...(suffix === "" ? [] : [suffix]), "index.html"].join("/");
  const path = names.join("/");
  const isOwnName = isOfProtocol(path, mediaType) && !isPageLike;
  const isNamed = isOwnName || (!isContent && /\.[a-z0-9]{1,12}$/i.test(path));
  const whole = isNamed ? path : `${path}.${isContent ? endingOf(mediaType) : extension(mediaType) || "bin"}`;
  return suffix === "" ? whole : whole.replace(/(\.[^./]+)?$/, (end) => `.${suffix}${end}`);
}

function endingOf(mediaType: string): string {
  if (passive.some((type) => type.test(mediaType))) return extension(mediaType) || "bin";
  return /^text\/|\b(?:xml|json|yaml|(?:java|ecma)script)$/.test(mediaType) ? "txt" : "bin";
}

function isOfProtocol(path: string, mediaType: string): boolean {
  return path.startsWith("ewp/") && (mediaType === "text/markdown" || mediaType === "application/json");
}

/** The beginnings by which browsers and servers tell a page, XML or PDF from other bytes (the MIME Sniffing Standard, section 7.1). */
const beginsLikePage =
  /^[\t\n\f\r \ufeff]*(?:<(?:!doctype|!--|\?|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)\b|<!|%pdf-|%!ps)/i;

/** @param head the first bytes of a content */
export function looksLikePage(head: Uint8Array): boolean {
  return beginsLikePage.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(head));
}

function suffixOf(name: (typeof chosen)[number], value: string | null): string[] {
  if (value === null || value === "" || (name === "page" && value === "1")) return [];
  if (name === "page") return [`page-${nameOf(value)}`];
  if (name === "thumb" || name === "theme") return value === "light" ? [] : [nameOf(value)];
  return [`${name}-${createHash("sha256").update(value).digest("hex").slice(0, 12)}`];
}

/** A part of a path as a file system takes it: slugs and tags have up to 255 letters of four bytes each. */
function nameOf(part: string): string {
  const safe = part.replace(/[\p{Cc}/\\:*?"<>|]/gu, "_");
  return /^\.+$/.test(safe) ? safe.replaceAll(".", "_") : boundName(safe);
}

/** A file as seen from another one, for a link. */
export function linkFrom(from: string, to: string): string {
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same += 1;
  const up = here.slice(same).map(() => "..");
  const link = [...up, ...there.slice(same)].map(encodeURIComponent).join("/");
  return link.replaceAll("%2E", ".");
}

/** A file in an absolute address; the index of a folder is the folder. */
export function addressOf(base: string, file: string): string {
  const path = file.replace(/(^|\/)index\.html$/, "$1");
  return `${base}/${path.split("/").map(encodeURIComponent).join("/")}`;
}
