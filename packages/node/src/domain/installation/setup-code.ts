import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";

interface HasDataDir {
  readonly config: Pick<Config, "dataDir">;
}

const fileName = "setup-code";
const form = /^[0-9a-f]{64}$/;

/**
 * The code that a client needs to install the node over HTTP (decisions 7): 32 random bytes in hex. It is created once, in
 * a file of the data folder that only this user can read, so every start can print it; the installation removes it.
 */
export async function readSetupCode({ config }: HasDataDir): Promise<string> {
  const path = join(config.dataDir, fileName);
  for (;;) {
    const saved = await readCode(path);
    if (saved !== null && form.test(saved)) return saved;
    // The file holds something else.
    if (saved !== null) await rm(path, { force: true });
    const code = randomBytes(32).toString("hex");
    const temporary = `${path}.${randomBytes(8).toString("hex")}`;
    await writeFile(temporary, `${code}\n`, { mode: 0o600, flag: "wx", flush: true });
    try {
      // Atomic: of several processes, only the first creates the code.
      await link(temporary, path);
      return code;
    } catch (error) {
      if (!isError(error, "EEXIST")) throw error;
    } finally {
      await rm(temporary);
    }
  }
}

/** Compares in constant time. */
export async function isSetupCode(context: HasDataDir, given: string | null): Promise<boolean> {
  const code = await readSetupCode(context);
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(code), digest(given?.trim().toLowerCase() ?? ""));
}

/** To be called after the installation: the code is not valid any more. */
export async function removeSetupCode({ config }: HasDataDir): Promise<void> {
  await rm(join(config.dataDir, fileName), { force: true });
}

async function readCode(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (isError(error, "ENOENT")) return null;
    throw error;
  }
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
