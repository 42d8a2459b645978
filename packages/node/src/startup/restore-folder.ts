import {
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  unlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { makeFolder, syncFolder } from "../blobs/files.ts";
import { program } from "../config/program.ts";
import { AppError, codeOf, msg } from "../errors/errors.ts";
import type { DatabaseLocation } from "../store/database.ts";
import { databaseFile, holdData } from "../store/open-store.ts";

/** Exists in a data folder as long as a restore into it is not over. */
const stagingName = ".restoring";
/** In it: the names of all that is moved to its place, written before the first one is. */
const planName = "plan.json";
const planSchema = z.array(z.string().regex(/^[^/\0]+$/)).max(100);

/** Files that a restore and an attempt to start leave in a folder that holds no node. */
const ownNames: ReadonlySet<string> = new Set(["lock", "lock-journal", stagingName]);

/** A data folder that one restore has for itself. */
export interface RestoreFolder extends AsyncDisposable {
  /** The folder that is filled; it has the names of a data folder. */
  readonly data: string;
  /** For files that are not kept. */
  readonly scratch: string;
  /** Moves the restored files to their place, the database last. It may be called again. @throws AppError CONFLICT */
  moveIntoPlace(): Promise<void>;
  /** Keeps the moved files; without this call they are removed again. */
  keep(): void;
}

/**
 * Takes an empty data folder, and for PostgreSQL the database, until the restore is over: no node starts on it meanwhile, and
 * `requireRestored` refuses every command. What an interrupted restore left there is removed.
 *
 * @throws AppError CONFLICT for a folder that is not empty; Error when a node works on it
 */
export async function takeRestoreFolder(location: DatabaseLocation): Promise<RestoreFolder> {
  const { dataDir } = location;
  await requireEmpty(dataDir);
  await makeFolder(dirname(dataDir));
  const isNew = await mkdir(dataDir, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    },
  );
  await using resources = new AsyncDisposableStack();
  resources.use(await holdData({ dataDir, databaseUrl: null }, "alone"));
  if (location.databaseUrl !== null) resources.use(await holdData(location, "alone"));
  const staging = join(dataDir, stagingName);
  const moved: string[] = [];
  let isKept = false;
  resources.defer(async () => {
    if (!isKept) for (const name of moved) await rm(join(dataDir, name), { recursive: true, force: true });
    await rm(staging, { recursive: true, force: true });
    if (!isKept && isNew) await removeNewFolder(dataDir);
  });
  await removeInterrupted(dataDir);
  // A node may have been set up between the first look and the lock.
  await requireEmpty(dataDir);
  const [data, scratch] = [join(staging, "data"), join(staging, "scratch")];
  for (const folder of [data, scratch]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dataDir);
  const owned = resources.move();
  return {
    data,
    scratch,
    async moveIntoPlace() {
      if (moved.length > 0) return;
      await requireEmpty(dataDir);
      const names = await readdir(data);
      const database = names.filter((name) => join(dataDir, name) === databaseFile(dataDir));
      const plan = [...names.filter((name) => !database.includes(name)), ...database];
      await writeFile(join(staging, planName), JSON.stringify(plan), { flush: true });
      await syncFolder(staging);
      for (const name of plan) {
        await moveNew(join(data, name), join(dataDir, name));
        moved.push(name);
        await syncFolder(dataDir);
      }
    },
    keep() {
      isKept = true;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/**
 * Refuses a data folder into which a backup is being restored, or was until the restore was interrupted: nobody may work on
 * half of a node. A restore in which only the last step is missing is completed.
 *
 * @param hasDatabase whether the database is there
 * @throws AppError CANNOT_OPEN
 */
export async function requireRestored(dataDir: string, hasDatabase: () => Promise<boolean>): Promise<void> {
  const staging = join(dataDir, stagingName);
  if (!(await exists(staging))) return;
  const plan = await readPlan(staging);
  const left = plan === null ? [] : await readdir(join(staging, "data")).catch(() => [] as string[]);
  if (plan !== null && left.length === 0 && (await hasDatabase()))
    return await rm(staging, { recursive: true, force: true });
  throw new AppError(
    "CANNOT_OPEN",
    msg`A backup is being restored into ${dataDir}, or its restore was interrupted. Wait until it is done, or restore it again (${program} restore FILE); there is no whole node here until then.`,
  );
}

async function requireEmpty(dataDir: string): Promise<void> {
  const staging = join(dataDir, stagingName);
  const own = new Set([...ownNames, ...(await listMoved(dataDir, staging))]);
  const names = (await namesIn(dataDir)).filter((name) => !own.has(name));
  // A start that was refused leaves an empty one.
  if (names.length === 0) return;
  if (names.length === 1 && names[0] === "running" && (await namesIn(join(dataDir, "running"))).length === 0)
    return;
  throw new AppError(
    "CONFLICT",
    msg`${dataDir} is not empty. A backup is restored into an empty folder: name another one with --data. Nothing there was changed.`,
  );
}

/** Files that an interrupted restore has moved: nobody else works on it since, for every command is refused. */
async function listMoved(dataDir: string, staging: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of (await readPlan(staging)) ?? []) {
    const [from, to] = await Promise.all(
      [join(staging, "data", name), join(dataDir, name)].map((path) => lstat(path).catch(() => null)),
    );
    // A file has both names for a moment.
    if (to && (!from || from.ino === to.ino)) names.push(name);
  }
  return names;
}

async function removeInterrupted(dataDir: string): Promise<void> {
  const staging = join(dataDir, stagingName);
  for (const name of await listMoved(dataDir, staging))
    await rm(join(dataDir, name), { recursive: true, force: true });
  await rm(staging, { recursive: true, force: true });
}

async function removeNewFolder(dataDir: string): Promise<void> {
  for (const name of ["lock", "lock-journal"]) await rm(join(dataDir, name), { force: true });
  // Somebody may have put something there.
  await rmdir(dataDir).catch(() => {});
}

/** Moves a file or a folder to a name that nothing has. @throws AppError CONFLICT */
async function moveNew(from: string, to: string): Promise<void> {
  try {
    if ((await lstat(from)).isDirectory()) return await rename(from, to);
    await link(from, to);
    await unlink(from);
  } catch (error) {
    if (!["EEXIST", "ENOTEMPTY", "ENOTDIR"].includes(codeOf(error))) throw error;
    const sentence = msg`${to} was made while the backup was being restored. It stays as it is, and nothing was restored.`;
    throw new AppError("CONFLICT", sentence, { cause: error });
  }
}

async function readPlan(staging: string): Promise<string[] | null> {
  const text = await readFile(join(staging, planName), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return planSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
}
