import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashBytes } from "../../../blobs/blobs.ts";
import type { Config } from "../../../config/config.ts";
import { writeJson } from "../archive/files.ts";

/** The previews that earlier runs have drawn: drawing takes most of the time of a run. */
export interface DrawnCards {
  /** The ETag under which exactly these bytes were drawn; null for a file that no run drew, or that was changed. */
  etagOf(path: string): Promise<string | null>;
  /** Records the ETag of a file of this run. */
  add(path: string, etag: string): Promise<void>;
  /** Writes the list for the next run. */
  save(): Promise<void>;
}

/** Opens the list of an earlier run. It is in the data folder, because others may be able to write to the site's folder. */
export async function openDrawnCards({ dataDir }: Pick<Config, "dataDir">): Promise<DrawnCards> {
  const list = join(dataDir, "drawn-cards.json");
  const before = await readFile(list, "utf8").then(parse, () => new Map<string, string>());
  const now = new Map<string, string>();
  const hashOf = (path: string) => hashBytes(createReadStream(path));
  return {
    async etagOf(path) {
      const hash = await hashOf(path).catch(() => null);
      return (hash && before.get(hash)) ?? null;
    },
    async add(path, etag) {
      now.set(await hashOf(path), etag);
    },
    async save() {
      await writeJson(list, Object.fromEntries(now));
    },
  };
}

function parse(text: string): Map<string, string> {
  try {
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  } catch {
    return new Map();
  }
}
