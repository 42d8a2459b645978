import { randomBytes } from "node:crypto";
import { access, link, mkdir, open, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { decryptKeystore, KeystoreError } from "@freehold/protocol";
import type { Config } from "../../config/config.ts";
import { createSigner, type Signer } from "./signer.ts";

// Not a limit: the owner's own file.
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

/**
 * Opens the keystore at a path.
 * @throws KeystoreError as `decryptKeystore`; KEYSTORE_NOT_FOUND
 */
export async function unlockKeystore(path: string, password: string): Promise<Signer> {
  const text = await readKeystore(path);
  if (text === null) {
    throw new KeystoreError(
      "KEYSTORE_NOT_FOUND",
      `There is no keystore at ${path}. \`freehold init\` makes one; FREEHOLD_KEYSTORE tells where another one is.`,
    );
  }
  return createSigner(await decryptKeystore(text, password));
}

/**
 * Unlocks the keystore without asking anybody.
 *
 * @returns null where there is no keystore, or no file that holds its password
 * @throws KeystoreError when there are both and they don't fit together
 */
export async function unlockWithPasswordFile({
  keystore,
  keystorePasswordFile,
}: Pick<Config, "keystore" | "keystorePasswordFile">): Promise<Signer | null> {
  if (keystorePasswordFile === null || (await readKeystore(keystore)) === null) return null;
  return await unlockKeystore(keystore, await readPasswordFile(keystorePasswordFile));
}

// Not a limit: the owner's own file.
const mostPasswordBytes = 64 * 1024;

/**
 * The password in a file: its first line, without the line break.
 * @throws KeystoreError WRONG_PASSWORD when there is no file, no line or an empty one
 */
export async function readPasswordFile(path: string): Promise<string> {
  const text = await readBounded(path);
  const [line] = text.split(/\r?\n/, 1);
  if (!line) {
    throw new KeystoreError(
      "WRONG_PASSWORD",
      `The first line of ${path} is empty; the keystore's password belongs there.`,
    );
  }
  return line;
}

async function readBounded(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    return size > mostPasswordBytes ? "" : await readFile(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "no reason given";
    throw new KeystoreError(
      "WRONG_PASSWORD",
      `The keystore's password can't be read from ${path} (${reason}). FREEHOLD_KEYSTORE_PASSWORD_FILE names that file.`,
    );
  }
}
