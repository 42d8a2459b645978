import { ok, skipped, warning } from "../../../domain/check.ts";
import { readPictureMetadata } from "../../../domain/publications/texts/picture-metadata.ts";
import { msg } from "../../../errors/errors.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { readTimeline } from "../../../store/publications/timeline.ts";
import type { NodeCheck } from "../check-context.ts";

const checkedPictures = 200; // the owner's newest files, whose pictures are searched for a location

// Pictures that a finding names.
const named = 5;

export const checkPictures: NodeCheck = {
  id: "database.pictures",
  about: `The newest ${checkedPictures} of your files: which pictures say where they were taken`,
  warns: "some do: they were published before this was removed, or with `--keep-metadata`",
  needs: ["tables", "owner"],
  timeLimitMs: 30_000,
  async run({ store, blobs, own, signal }) {
    if (!own) return skipped(msg`The node has no owner yet.`);
    const files = await readTimeline(store.db, {
      publisher: own.address,
      kinds: ["FILE"],
      limit: checkedPictures,
    });
    if (files.length === 0) return skipped(msg`There are no files yet.`);
    const found: Publication[] = [];
    let checked = 0;
    for (const file of files) {
      if (signal.aborted) break;
      checked += 1;
      if ((await readPictureMetadata({ blobs }, file)).includes("location")) found.push(file);
    }
    if (found.length === 0)
      return ok(msg`Checked: the newest ${checked} of your files. No picture contains its location.`);
    const signed = found.filter(({ state }) => state === "signed").length;
    const names = found.slice(0, named).map(({ id, filename }) => `${filename ?? "file"} (${id})`);
    return warning(
      msg`Pictures that contain their location: ${found.length} of the newest ${checked} files; ${signed} signed. ${names.join(", ")}.`,
      msg`Remove their location under Media. Signed pictures can't be changed: delete them there; copies on other sites stay.`,
    );
  },
};
