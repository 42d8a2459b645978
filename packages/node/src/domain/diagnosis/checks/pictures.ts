import { planCleaning } from "../../../pictures/clean-picture.ts";
import { bytesOfBlob } from "../../../pictures/picture-bytes.ts";
import type { Publication } from "../../../store/publications.ts";
import { readTimeline } from "../../../store/timeline.ts";
import { type Check, msg, ok, skipped, warning } from "../check.ts";
import type { CheckContext } from "../check-context.ts";
import { diagnosisLimits as limits } from "../limits.ts";

/** Formats that hold Exif blocks. All but the coded image is read. */
const withExif: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp", "image/avif"]);
// Not a limit: how many pictures a finding names.
const named = 5;

export const checkPictures: Check = {
  id: "database.pictures",
  about: `The newest ${limits.checkedPictures} of your files: which pictures say where they were taken`,
  warns: "some do: they were published before this was removed, or with `--keep-metadata`",
  needs: ["tables", "owner"],
  timeLimitMs: 30_000,
  async run({ store, blobs, own, signal }) {
    if (!own) return skipped(msg`The node has no owner yet.`);
    const files = await readTimeline(store.db, {
      publisher: own.address,
      kinds: ["FILE"],
      limit: limits.checkedPictures,
    });
    const found: Publication[] = [];
    for (const file of files) {
      if (signal.aborted) break;
      if (withExif.has(file.mediaType) && (await hasLocation(blobs, file))) found.push(file);
    }
    if (found.length === 0)
      return ok(msg`No picture among the newest ${files.length} files says where it was taken.`);
    const signed = found.filter(({ state }) => state === "signed").length;
    const names = found.slice(0, named).map(({ id, filename }) => `${filename ?? "file"} (${id})`);
    return warning(
      msg`${found.length} pictures among the newest ${files.length} files say where they were taken, ${signed} of them signed: ${names.join(", ")}.`,
      msg`Delete each under Media and add it again: its location is removed then. What is signed can't be changed; copies on other nodes stay.`,
    );
  },
};

/** Whether a picture says where it was taken; false for one that can't be parsed, or is missing. */
async function hasLocation(
  blobs: CheckContext["blobs"],
  { contentHash, mediaType }: Publication,
): Promise<boolean> {
  const size = await blobs.size(contentHash);
  if (size === null) return false;
  const bytes = bytesOfBlob(blobs, contentHash, size);
  const plan = await planCleaning(bytes, mediaType, { headOnly: true }).catch(() => null);
  return plan?.removed.includes("location") ?? false;
}
