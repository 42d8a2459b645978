import { posix } from "node:path";
import { mapProse } from "@freehold/protocol";
import { decodeUriIfValid, nameHeading } from "@freehold/protocol/internal";
import { splitWidth } from "../../html/pictures-of-text.ts";
import type { ArchiveEntry, ImportArchive, ImportedFile } from "../../source.ts";
import type { SiteLayout } from "../sites/find-layout.ts";
import { isForNotes } from "../sites/site-layout.ts";
import { hideQuotes, showQuotes } from "../written-links.ts";
import { bareAddress, inlineLink } from "./leave-words.ts";

/** Finds the targets of the links in the texts of one folder. */
export interface LinkTargets {
  /** Whether two brackets are a link, as in programs for notes, also where there is no file or text of that name. */
  readonly isVault: boolean;
  /** The file at an address in a text; null for none. */
  findFile(address: string, from: string): ArchiveEntry | null;
  /** The old path of the text behind an address or a wiki link; null for none. */
  findText(address: string, from: string): string | null;
}

/**
 * @param pathOf the path on the old site of a text, by its name; null where it is not known
 * @param titles the names of texts by other names of theirs, in lower case
 */
export function createLinkTargets(
  archive: ImportArchive,
  { kind, root, texts, contentFolders }: SiteLayout,
  { pathOf, titles }: { pathOf: (name: string) => string | null; titles: ReadonlyMap<string, string> },
): LinkTargets {
  const byWord = new Map(titles);
  for (const name of texts.toReversed()) {
    const bare = name.replace(/\.\w+$/, "").toLowerCase();
    byWord.set(wordOf(name), name);
    byWord.set(bare, name);
    const folder = contentFolders.find((one) => name.startsWith(one));
    if (folder === undefined) continue;
    // Hugo's references name a page by its path, with or without its bundle.
    const path = bare.slice(folder.length).replace(/\/_?index$/, "");
    byWord.set(path, name);
    byWord.set(lastOf(path), name);
  }
  const isText = new Set(texts);
  const filesByWord = new Map<string, string>();
  for (const name of archive.entries.keys()) filesByWord.set(lastOf(name).toLowerCase(), name);
  const bases =
    kind === "hugo" ? ["static/", "assets/", ...contentFolders, ""] : ["", "static/", "public/", "assets/"];
  const candidates = (address: string, from: string): string[] => {
    // Pelican names the folder of texts by a word in braces.
    const clean = nameIn(address.replace(/[?#].*$/s, "").replace(/^(?:\{\w+\}|\|\w+\|)/, ""));
    const beside = posix.normalize(posix.join(posix.dirname(from), clean));
    // The page of a Hugo text that is not a bundle has a folder of its own.
    const below = posix.normalize(posix.join(from.replace(/\.\w+$/, ""), clean));
    const absolute = bases.map((base) => posix.normalize(`${base}${clean.replace(/^\/+/, "")}`));
    const all = clean.startsWith("/") ? absolute : [beside, below, ...absolute];
    return all.filter((name) => !name.startsWith("..") && !name.startsWith("/"));
  };
  return {
    isVault: kind !== "hugo" && kind !== "jekyll",
    findFile(address, from) {
      for (const name of candidates(address, from)) {
        const entry = isText.has(name) ? undefined : archive.entries.get(`${root}${name}`);
        if (entry && !name.endsWith("/")) return entry;
      }
      if (kind !== "plain" && !isForNotes(kind)) return null;
      const name = filesByWord.get(lastOf(nameIn(address)).toLowerCase());
      return (
        (name !== undefined && !isText.has(name.slice(root.length)) && archive.entries.get(name)) || null
      );
    },
    findText(written, from) {
      // Zola begins a path below the folder of texts with a sign.
      const address = kind === "hugo" ? written.replace(/^@\//, "/") : written;
      // VitePress names the page of a text, and Notion the table of a page.
      const names = candidates(address, from);
      const asPages = kind === "plain" ? names.map((name) => name.replace(/\.(?:html|csv)$/i, ".md")) : [];
      const exact = [...names, ...asPages].find((name) => isText.has(name));
      const named =
        exact ??
        byWord.get(
          nameIn(kind === "hugo" ? address.replace(/[?#].*$/s, "").replace(/^\//, "") : address)
            .replace(/\.(?:md|markdown)$/i, "")
            .toLowerCase(),
        );
      return named === undefined ? null : pathOf(named);
    },
  };
}

/** A name as a link writes it, in the form of names in an archive. */
const nameIn = (address: string) => decodeUriIfValid(address).normalize("NFC");
const lastOf = (name: string) => name.split("/").at(-1) ?? name;
const wordOf = (name: string) =>
  lastOf(name)
    .replace(/\.\w+$/, "")
    .toLowerCase();

/** A text whose links lead to files by addresses of their own, and to other texts by their old paths. */
interface LinkedText {
  readonly markdown: string;
  readonly files: readonly ImportedFile[];
  readonly notes: readonly string[];
}

const wikiLink = /(!?)\[\[([^[\]\n|#]*)(#[^[\]\n|]*)?(?:\|([^[\]\n]*))?\]\]/g;

/** Resolves the links of a text: Markdown's, and Obsidian's `[[note]]` and `![[picture]]`. */
export function resolveLinks(markdown: string, from: string, targets: LinkTargets): LinkedText {
  const files = new Map<string, ImportedFile>();
  const notes = new Set<string>();
  const addFile = (name: string, entry: ArchiveEntry, description: string): string => {
    const address = encodeURI(entry.name).replace(/[()?#]/g, encodeURIComponent);
    files.set(address, { address, name, description: description || null, open: entry.open });
    return address;
  };
  function resolveInline(whole: string, picture: string, words: string, target: string, title = ""): string {
    // A picture may stand in a link.
    const alt = words.includes("](") ? words.replace(inlineLink, resolveInline) : words;
    const rest = whole.slice(picture.length + 1 + words.length);
    const asWritten = `${picture}[${alt}${rest}`;
    const { address, width } =
      picture === "" ? { address: bareAddress(target), width: "" } : splitWidth(bareAddress(target));
    if (picture && page.test(address)) return alt === "" ? `<${address}>` : `[${alt}](${address})`;
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) {
      if (picture && /^https:/i.test(address)) files.set(address, remoteFile(address, plain(alt)));
      return asWritten;
    }
    if (address.startsWith("#")) return asWritten;
    const entry = targets.findFile(address, from);
    if (entry && picture && !isPicture(entry.name))
      return `[${alt || lastOf(entry.name)}](${addFile(lastOf(entry.name), entry, "")}${title})`;
    if (entry)
      return `${picture}[${alt}](${addFile(lastOf(entry.name), entry, picture ? plain(alt) : "")}${width}${title})`;
    const path = picture ? null : targets.findText(address, from);
    const [part = ""] = /#[^?#]*$/.exec(address) ?? [];
    if (path !== null) return `[${alt}](${encodeURI(path)}${part}${title})`;
    if (picture || isFile(address)) files.set(address, remoteFile(address, picture ? plain(alt) : ""));
    else if (/\.(?:mdx?|markdown)(?:[?#]|$)/i.test(address)) {
      notes.add(`“${address}” is not in the folder, so the link to it is plain text.`);
      return alt;
    }
    return asWritten;
  }
  const resolved = mapProse(markdown, (written) => {
    const prose = hideQuotes(written);
    return showQuotes(
      prose
        .replace(wikiLink, (whole, embed: string, target: string, part = "", label = "", at = 0) => {
          // In a table the bar is escaped.
          const [name = "", heading = ""] = [target, part].map((words) => words.replace(/\\$/, "").trim());
          const entry = name === "" ? null : targets.findFile(name, from);
          // The text behind a picture is its width.
          const words = label
            .trim()
            .replace(/(?:^|\|)\d+(?:x\d+)?$/, "")
            .trim();
          if (entry) {
            const mark = isPicture(name) ? embed : "";
            const shown = `${mark}[${words || (mark ? "" : name)}](${addFile(lastOf(name), entry, words)})`;
            // A link alone in a paragraph has a player.
            return embed && !mark ? inParagraph(shown, { prose, at, end: at + whole.length }) : shown;
          }
          const under = heading.includes("^") ? "" : (heading.split("#").at(-1) ?? "");
          const shown = words || [name, under].filter(Boolean).join(" › ") || whole;
          const place = under === "" ? "" : `#${encodeURIComponent(nameHeading(under))}`;
          if (name === "" && place !== "") return `[${shown}](${place})`;
          const path = name === "" ? null : targets.findText(name, from);
          // Two brackets are no link in a site, unless they name a file or a text of it.
          if (path === null && !targets.isVault) return whole;
          if (path === null && name !== "")
            notes.add(`“${name}” is not in the folder, so the link to it is plain text.`);
          return path === null ? shown : `[${shown}](${encodeURI(path)}${place})`;
        })
        .replace(inlineLink, resolveInline),
    );
  });
  return { markdown: resolved, files: [...files.values()], notes: [...notes] };
}

/** A file that stands in a line of its own, between lines of text, as a paragraph. */
function inParagraph(
  shown: string,
  { prose, at, end }: { readonly prose: string; readonly at: number; readonly end: number },
): string {
  if ((at > 0 && prose[at - 1] !== "\n") || (end < prose.length && prose[end] !== "\n")) return shown;
  const follows = at > 1 && prose[at - 2] !== "\n";
  const precedes = end + 1 < prose.length && prose[end + 1] !== "\n";
  return `${follows ? "\n" : ""}${shown}${precedes ? "\n" : ""}`;
}

/** Pages that Obsidian shows in the place of a picture. */
const page =
  /^https?:\/\/(?:www\.|m\.|mobile\.)?(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com)\/(?!.*\.(?:jpe?g|png|gif|webp)$)/i;

/** Sounds, films and documents that are written as pictures become links. */
const isPicture = (name: string) => !media.test(name);
const media =
  /\.(?:mp3|ogg|oga|opus|wav|m4a|flac|3gp|mp4|webm|ogv|mov|mkv|avi|pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|tsv|ics|gpx|kml|epub|zip|7z|rar|t?gz|txt|canvas|excalidraw)$/i;

/** Whether an address on the old site is that of a file to download. */
const isFile = (address: string) => !isPicture(address.replace(/[?#].*$/s, ""));

/** A description without the escapes of Markdown. */
const plain = (words: string) => words.replace(/\\([!-/:-@[-`{-~])/g, "$1");

function remoteFile(address: string, description: string): ImportedFile {
  const name = nameIn(lastOf(URL.parse(address, "https://old.invalid/")?.pathname ?? "")) || "picture";
  return { address, name, description: description || null, open: null };
}
