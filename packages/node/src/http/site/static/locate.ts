import { createHash } from "node:crypto";
import { extension } from "mime-types";

/** What only a node answers: forms, programs of the owner, pages for one reader. */
const dynamic = /^\/(?:console|install|api|preferences|worker\.js|offline|comments|search|verify)(?![^/?#])/;

/** Whether a path of the site may become a file. */
export function isForFiles(path: string): boolean {
  return !dynamic.test(path) && path !== "/manifest.webmanifest";
}

/** Query parameters that choose another answer; all others are for caches and for peers. */
const chosen = ["page", "after", "comments", "thumb", "theme"] as const;

/**
 * The file of an answer, below the folder of the site: `index.html` in a folder of its own for a page, so that every server and
 * a disk find it. A signed text has the protocol's own name, and any other content one with an ending, by which servers tell its type.
 *
 * @param url absolute, of the site
 */
export function fileOf(url: URL, mediaType: string): string {
  const segments = url.pathname.split("/").filter((part) => part !== "");
  const names = segments.map((part) => nameOf(decode(part)));
  const suffix = chosen.flatMap((name) => suffixOf(name, url.searchParams.get(name))).join("-");
  if (mediaType === "text/html")
    return [...names, ...(suffix === "" ? [] : [suffix]), "index.html"].join("/");
  const path = names.join("/");
  const isNamed = /\.[a-z0-9]{1,12}$/i.test(path) || isOfProtocol(path, mediaType);
  const ending = isNamed ? "" : `.${extension(mediaType) || "bin"}`;
  const whole = `${path}${ending}`;
  return suffix === "" ? whole : whole.replace(/(\.[^./]+)?$/, (end) => `.${suffix}${end}`);
}

function isOfProtocol(path: string, mediaType: string): boolean {
  return path.startsWith("ewp/") && (mediaType === "text/markdown" || mediaType === "application/json");
}

function suffixOf(name: (typeof chosen)[number], value: string | null): string[] {
  if (value === null || value === "" || (name === "page" && value === "1")) return [];
  if (name === "page") return [`page-${nameOf(value)}`];
  if (name === "thumb" || name === "theme") return value === "light" ? [] : [nameOf(value)];
  return [`${name}-${createHash("sha256").update(value).digest("hex").slice(0, 12)}`];
}

/** A part of a path as a file system takes it. */
function nameOf(part: string): string {
  const safe = part.replace(/[\p{Cc}/\\:*?"<>|]/gu, "_");
  return /^\.+$/.test(safe) ? safe.replaceAll(".", "_") : safe;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
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
