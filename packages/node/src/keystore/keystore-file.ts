import { randomBytes } from "node:crypto";
import { access, link, mkdir, open, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { KeystoreError } from "@freehold/protocol";

const MOST_BYTES = 64 * 1024;

/**
 * The text of a keystore file; null when there is none.
 * @throws KeystoreError KEYSTORE_INVALID when it is too large to be a keystore
 */
export async function readKeystore(path: string): Promise<string | null> {
  try {
    if ((await stat(path)).size > MOST_BYTES) {
      throw new KeystoreError("KEYSTORE_INVALID", `${path} is too large to be a keystore.`);
    }
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return null;
    }
    throw error;
  }
}

/**
 * Writes a keystore, for its owner's eyes alone (mode 0600), whole or not at all: after a lost power supply the file is
 * there as it should be, or it is not there.
 * @throws KeystoreError KEYSTORE_EXISTS; a key that is there is never written over
 */
export async function writeKeystore(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeAndSync(temporary, text);
    await place(temporary, path);
    await syncFolder(dirname(path));
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

async function writeAndSync(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A link, unlike a rename, fails when the name is taken. A file system without links gets the rename, after a look. */
async function place(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (hasCode(error, "EEXIST") || (await exists(path))) {
      throw new KeystoreError(
        "KEYSTORE_EXISTS",
        `${path} is there already; a keystore is never written over.`,
      );
    }
    await rename(temporary, path);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
