import { mkdir, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Makes the entries of a folder durable: a rename counts after a power loss only when this is done. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder (0700) and those above it that are missing, durably. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) {
    return;
  }
  let made = resolve(folder);
  for (let above = dirname(made); above !== made; above = dirname(above)) {
    await syncFolder(above);
    if (made === first) {
      return;
    }
    made = above;
  }
}
