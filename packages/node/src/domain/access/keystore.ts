import { randomBytes } from "node:crypto";
import { access, link, mkdir, open, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { decryptKeystore, KeystoreError } from "@freehold/protocol";
import { syncFolder } from "../../blobs/files.ts";
import type { Config } from "../../config/config.ts";
import { program } from "../../config/program.ts";
import { createSigner, type Signer } from "./signer.ts";

const mostBytes = 64 * 1024;

/**
 * The text of a keystore file; null when there is none.
 * @throws KeystoreError KEYSTORE_INVALID when it is too large to be a keystore
 */
export async function readKeystore(path: string): Promise<string | null> {
  try {
    if ((await stat(path)).size <= mostBytes) return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  throw new KeystoreError("KEYSTORE_INVALID", `${path} is too large to be a key file.`);
}

/**
 * Writes a keystore that only its owner may read (mode 0600). After a power failure the file is complete or missing.
 * @throws KeystoreError KEYSTORE_EXISTS; an existing key is never overwritten
 */
export async function writeKeystore(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeAndSync(temporary, text);
    await moveToFree(temporary, path);
    await syncFolder(dirname(path));
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

async function writeAndSync(path: string, text: string): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  await file.writeFile(text);
  await file.sync();
}

/** A link, unlike a rename, fails where the path exists. On a file system without links it checks first, then renames. */
async function moveToFree(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    const isTaken = await access(path).then(
      () => true,
      () => hasCode(error, "EEXIST"),
    );
    if (isTaken) {
      throw new KeystoreError("KEYSTORE_EXISTS", `${path} already exists. A key file is never overwritten.`);
    }
    await rename(temporary, path);
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
      `There is no key file at ${path}. \`${program} init\` creates one; FREEHOLD_KEYSTORE names another one.`,
    );
  }
  return createSigner(await decryptKeystore(text, password));
}

/**
 * Unlocks the keystore with the configured password file.
 *
 * @returns null without a keystore or without a password file
 * @throws KeystoreError where both exist and the password is wrong
 */
export async function unlockWithPasswordFile(
  config: Pick<Config, "keystore" | "keystorePasswordFile">,
): Promise<Signer | null> {
  const { keystore, keystorePasswordFile: file } = config;
  if (file === null || (await readKeystore(keystore)) === null) return null;
  return await unlockKeystore(keystore, await readPasswordFile(file));
}

/** Whether the owner's key can be used without asking: the node has the keystore and its password. */
export async function canNodeSign({
  config,
}: {
  config: Pick<Config, "keystore" | "keystorePasswordFile">;
}): Promise<boolean> {
  return config.keystorePasswordFile !== null && (await readKeystore(config.keystore)) !== null;
}

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
      `The first line of ${path} is empty. It must be the password of the key file.`,
    );
  }
  return line;
}

async function readBounded(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    return size > mostBytes ? "" : await readFile(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "no reason given";
    throw new KeystoreError(
      "WRONG_PASSWORD",
      `The password of the key file can't be read from ${path} (${reason}). FREEHOLD_KEYSTORE_PASSWORD_FILE names that file.`,
    );
  }
}
