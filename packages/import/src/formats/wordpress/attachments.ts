import { decodeUriIfValid } from "@freehold/protocol/internal";
import { invalidImport } from "../../errors.ts";
import { fullSize } from "../../html/pictures-of-text.ts";
import { importFormatLimits as limits } from "../../limits.ts";
import type { ArchiveEntry, ImportedFile } from "../../source.ts";

interface Attachment {
  readonly url: string;
  readonly alt: string;
  /** HTML. */
  readonly caption: string;
  readonly parent: string;
}

/** The attachments of a site, and the files of its `uploads` folder that came with the export. */
export class Attachments {
  readonly #byId = new Map<string, Attachment>();
  readonly #whole = new Map<string, string>();
  readonly #uploads = new Map<string, ArchiveEntry>();

  constructor(entries: Iterable<ArchiveEntry>) {
    for (const entry of entries) {
      const path = uploadPath(`/${entry.name}`);
      this.#uploads.set(path ?? entry.name, entry);
    }
  }

  /** @throws ImportError IMPORT_INVALID where there are too many */
  add(id: string, attachment: Attachment): void {
    this.#byId.set(id, attachment);
    this.#whole.set(keyOf(attachment.url), attachment.url);
    if (this.#byId.size > limits.indexedPosts)
      throw invalidImport("It holds too many attachments. Import it in parts.");
  }

  find(id: string): Attachment | null {
    return this.#byId.get(id) ?? null;
  }

  /** The ids of the pictures that were uploaded to a post. */
  idsOf(parent: string): readonly string[] {
    return [...this.#byId]
      .filter(([, one]) => one.parent === parent && /\.(?:jpe?g|png|gif|webp|avif)$/i.test(one.url))
      .map(([id]) => id);
  }

  /** The file for an address: in its full size, and from the folder where it is there. */
  fileAt(address: string): Pick<ImportedFile, "address" | "open"> | null {
    const url = withoutProxy(address);
    const whole = this.#whole.get(keyOf(url));
    const path = uploadPath(URL.parse(whole ?? url)?.pathname ?? "");
    const entry =
      path === null
        ? undefined
        : (this.#uploads.get(path) ?? this.#uploads.get(uploadPath(URL.parse(url)?.pathname ?? "") ?? ""));
    if (entry) return { address: whole ?? url, open: () => entry.open() };
    return whole === undefined ? null : { address: whole.replace(/^http:/, "https:"), open: null };
  }
}

/** The key that all sizes of a picture share, by either protocol. */
const keyOf = (url: string) => fullSize(url).replace(/^https?:/, "");

/** The path behind `uploads/` or `files/`, decoded; the whole path of a host that has only files. */
function uploadPath(pathname: string): string | null {
  const [, rest] =
    /\/(?:uploads|files)\/(.+)/s.exec(pathname) ?? /^\/(\d{4}\/\d{2}\/[^/]+)$/.exec(pathname) ?? [];
  return rest === undefined ? null : decodeUriIfValid(rest).normalize("NFC");
}

/** The address behind the picture servers of WordPress.com (`i0.wp.com/host/path`). */
function withoutProxy(address: string): string {
  return address.replace(/^https?:\/\/i[0-3]\.wp\.com\/([^?#]+).*/s, "https://$1");
}
