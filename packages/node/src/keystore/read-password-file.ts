import { readFile, stat } from "node:fs/promises";
import { KeystoreError } from "@freehold/protocol";

const MOST_BYTES = 64 * 1024;

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
    return size > MOST_BYTES ? "" : await readFile(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "no reason given";
    throw new KeystoreError(
      "WRONG_PASSWORD",
      `The keystore's password can't be read from ${path} (${reason}). FREEHOLD_KEYSTORE_PASSWORD_FILE names that file.`,
    );
  }
}
