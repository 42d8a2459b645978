import type { Hash } from "@freehold/protocol";
import {
  hashOfContents,
  isPicture,
  type References,
  type SiteFile,
  type SitePicture,
  type TextParts,
} from "@freehold/web";
import { LRUCache } from "lru-cache";
import { type ImageSize, measureImage } from "../../../blobs/images.ts";
import {
  forPrograms as copyForPrograms,
  hasCopyForPrograms,
  listSiteCopies,
  pathOfCopy,
  widest,
  widthOfCopy,
} from "../../../blobs/site-copies.ts";
import type { Context } from "../../../context.ts";
import { pathOfBytes } from "../../../domain/publications/files/picture-paths.ts";
import { findPublication } from "../../../domain/publications/visible.ts";

const picturesPerText = 100; // pictures of a text whose sizes are looked up
const filesPerText = 100; // files to which a text links that are looked up
const measuredPictures = 2_000; // sizes of pictures in memory

/**
 * Finds the public files that texts name, by their hashes.
 *
 * @param options.isForOwner those of drafts are among them, at the address where their owner sees them
 */
export function createNamedFiles(
  ctx: Pick<Context, "store" | "blobs" | "owner">,
  { isForOwner = false }: { isForOwner?: boolean } = {},
) {
  // By the hash of the bytes, so they never change.
  const sizes = new LRUCache<Hash, ImageSize | { width: 0 }>({ max: measuredPictures });

  async function measure(hash: Hash, path: string): Promise<SitePicture | null> {
    const size = sizes.get(hash) ?? (await measureImage(ctx.blobs, hash)) ?? { width: 0 };
    sizes.set(hash, size);
    return size.width === 0 || !("height" in size) ? null : toPicture(hash, size, path);
  }

  /** A picture of a text, or another file that is written as one. */
  async function findShown(path: string): Promise<{ picture?: SitePicture | null; file?: SiteFile }> {
    const contentHash = hashOfContents(path);
    if (contentHash === null) return {};
    const found = await findPublication(ctx, { contentHash });
    // Nothing of a draft is public, not even its size.
    if (found?.state === "draft" && !isForOwner) return {};
    // A sound, a video, or what no browser shows: SVG, which may run, HEIC, a document.
    if (found?.kind === "FILE" && !isPicture(found)) return { file: toFile(found) };
    if (found?.state === "draft") {
      const shownAt = `/api/contents/${contentHash}`;
      const picture = await measure(contentHash, shownAt);
      return { picture: picture && { ...picture, shownAt } };
    }
    // The path with the hash is for signed content; a local file has another path.
    if (found?.state === "signed") return { picture: await measure(contentHash, path) };
    if (found === null) return { picture: without(await measure(contentHash, path)) };
    const picture = await measure(contentHash, pathOfBytes(found));
    return { picture: picture && { ...picture, shownAt: pathOfBytes(found) } };
  }

  /** A public file to which a text links. */
  async function findLinked(path: string): Promise<{ file?: SiteFile }> {
    const contentHash = hashOfContents(path);
    const found = contentHash && (await findPublication(ctx, { contentHash }));
    const isShown = found?.kind === "FILE" && (isForOwner || found.state !== "draft");
    return isShown ? { file: toFile(found) } : {};
  }

  return {
    /** The size of a picture with the path of its bytes; null for one that can't be measured. */
    measure,

    /** The pictures, sounds, videos and other files of a text. */
    async findNamed(
      needs: Pick<References, "pictures" | "files">,
    ): Promise<Pick<TextParts, "pictures" | "files">> {
      const shown = [...new Set(needs.pictures)].slice(0, picturesPerText);
      const linked = needs.files.slice(0, filesPerText);
      const pictures = new Map<string, SitePicture>();
      const files = new Map<string, SiteFile>();
      await Promise.all([
        ...shown.map(async (path) => {
          const { picture, file } = await findShown(path);
          if (picture) pictures.set(path, picture);
          if (file) files.set(path, file);
        }),
        ...linked.map(async (path) => {
          const { file } = await findLinked(path);
          if (file) files.set(path, file);
        }),
      ]);
      return { pictures, files };
    },
  };
}

type FoundFile = NonNullable<Awaited<ReturnType<typeof findPublication>>>;

const toFile = (file: FoundFile): SiteFile => ({
  path: file.state === "draft" ? `/api/contents/${file.contentHash}` : pathOfBytes(file),
  mediaType: file.mediaType,
});

/** A picture of somebody else, which has no copies here. */
const without = (picture: SitePicture | null): SitePicture | null => picture && { ...picture, copies: [] };

/** A picture with its copies. One that is not public has none. */
function toPicture(hash: Hash, size: ImageSize, path: string): SitePicture {
  const { width, height, format, isOpaque } = size;
  const isPublic = !path.startsWith("/api/");
  const narrower = isPublic ? listSiteCopies(size) : [];
  const copies = narrower.map((name) => ({
    path: pathOfCopy(hash, name),
    width: Math.min(width, widthOfCopy(name)),
  }));
  // A drawing stays sharp in its own pixels.
  const isBest = format !== "jpeg" && copies.length > 0 && width <= widest;
  const forPrograms = isPublic && hasCopyForPrograms(size) ? pathOfCopy(hash, copyForPrograms) : null;
  return {
    width,
    height,
    isOpaque,
    copies: isBest ? [...copies, { path, width }] : copies,
    ...(forPrograms !== null && { forPrograms }),
  };
}
