import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import type { Store } from "../../store/database.ts";
import { deleteMeta, readMeta, writeMeta } from "../../store/meta.ts";

interface Location {
  readonly config: Pick<Config, "dataDir">;
  /** If other processes may use the same database, the code in the database is valid for all of them. */
  readonly store?: Pick<Store, "db" | "dialect" | "transaction">;
}

const fileName = "setup-code";
/** No backup includes this value (`belongsInBackup`). */
const sharedKey = "setup_code";
const form = /^[0-9a-f]{64}$/;

/**
 * The code that a client needs to install the node over HTTP (decisions 7): 32 random bytes in hex. It is created once, in
 * a file of the data folder that only this user can read, so every start can print it; the installation removes it.
 */
export async function readSetupCode({ config, store }: Location): Promise<string> {
  const path = join(config.dataDir, fileName);
  const own = await readOrCreate(path);
  if (!store || store.dialect.singleProcess) return own;
  const shared = (await readMeta(store.db, sharedKey)) ?? (await share(store, own));
  // A process with another data folder has written its code first.
  if (shared !== own) await rename(await writeTemporary(path, shared), path);
  return shared;
}

/** @returns the code of all processes: the first one that was written */
async function share(store: Pick<Store, "dialect" | "transaction">, own: string): Promise<string> {
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "installation");
    const shared = await readMeta(tx, sharedKey);
    if (shared === null) await writeMeta(tx, sharedKey, own);
    return shared ?? own;
  });
}

async function writeTemporary(path: string, code: string): Promise<string> {
  const temporary = `${path}.${randomBytes(8).toString("hex")}`;
  await writeFile(temporary, `${code}\n`, { mode: 0o600, flag: "wx", flush: true });
  return temporary;
}

async function readOrCreate(path: string): Promise<string> {
  for (;;) {
    const saved = await readCode(path);
    if (saved !== null && form.test(saved)) return saved;
    // The file holds something else.
    if (saved !== null) await rm(path, { force: true });
    const code = randomBytes(32).toString("hex");
    const temporary = await writeTemporary(path, code);
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
export async function isSetupCode(context: Location, given: string | null): Promise<boolean> {
  const code = await readSetupCode(context);
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(code), digest(given?.trim().toLowerCase() ?? ""));
}

/** To be called after the installation: the code is not valid any more. */
export async function removeSetupCode({ config, store }: Location): Promise<void> {
  if (store && !store.dialect.singleProcess) await store.transaction((tx) => deleteMeta(tx, sharedKey));
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
