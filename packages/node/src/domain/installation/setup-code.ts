import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";

/** Whose code it is. */
interface Place {
  readonly config: Pick<Config, "dataDir">;
}

const fileName = "setup-code";
const form = /^[0-9a-f]{64}$/;

/**
 * The code by which somebody shows over HTTP that the node is theirs to install (decisions 7): 32 random bytes in hex. It
 * is made once and lies in the data folder, readable for this user alone, so that every start can print it
 * again; installing removes it.
 */
export async function readSetupCode({ config }: Place): Promise<string> {
  const path = join(config.dataDir, fileName);
  for (;;) {
    const kept = await readCode(path);
    if (kept !== null && form.test(kept)) return kept;
    // Somebody wrote something else into it.
    if (kept !== null) await rm(path, { force: true });
    const code = randomBytes(32).toString("hex");
    const made = `${path}.${randomBytes(8).toString("hex")}`;
    await writeFile(made, `${code}\n`, { mode: 0o600, flag: "wx", flush: true });
    try {
      // The whole code appears at once, and the first of several processes is the one that makes it.
      await link(made, path);
      return code;
    } catch (error) {
      if (!isError(error, "EEXIST")) throw error;
    } finally {
      await rm(made);
    }
  }
}

/** Whether this is the setup code; how long it takes says nothing about the code. */
export async function isSetupCode(place: Place, given: string | null): Promise<boolean> {
  const code = await readSetupCode(place);
  const [one, other] = [code, given?.trim().toLowerCase() ?? ""].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** To be called when the node is installed: the code opens nothing any more. */
export async function removeSetupCode({ config }: Place): Promise<void> {
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
