import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.ts";

const fileName = "setup-code";
const form = /^[0-9a-f]{64}$/;

/**
 * The code by which a stranger to this machine shows that the node is theirs to install (decisions 7): 32 random bytes
 * in hex. It is made once and lies in the data folder, readable for this user alone, so that every start can print it
 * again; installing removes it.
 */
export async function readSetupCode({ config }: Pick<Context, "config">): Promise<string> {
  const path = join(config.dataDir, fileName);
  const kept = await readCode(path);
  if (kept !== null && form.test(kept)) return kept;
  // Somebody wrote something else into it.
  if (kept !== null) await rm(path, { force: true });
  const made = `${path}.${randomBytes(8).toString("hex")}`;
  await writeFile(made, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // The whole code appears at once, and the first of several processes is the one that makes it.
    await link(made, path);
  } catch (error) {
    if (!isError(error, "EEXIST")) throw error;
  } finally {
    await rm(made);
  }
  const code = await readCode(path);
  if (code === null || !form.test(code)) throw new Error(`The setup code in ${path} can't be read.`);
  return code;
}

/** Whether this is the setup code; how long it takes says nothing about the code. */
export async function isSetupCode(context: Pick<Context, "config">, given: string | null): Promise<boolean> {
  const code = await readSetupCode(context);
  const [one, other] = [code, given?.trim().toLowerCase() ?? ""].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** To be called when the node is installed: the code opens nothing any more. */
export async function removeSetupCode({ config }: Pick<Context, "config">): Promise<void> {
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
