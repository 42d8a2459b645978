import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Hash } from "@freehold/protocol";
import { hourMs } from "@freehold/protocol/internal";
import { sweepTemporaryFiles } from "../../blobs/files.ts";
import { temporaryFolders } from "../../config/data-folder.ts";
import type { Context } from "../../context.ts";
import { deleteContentIfUnreferenced, findContent, walkUnreferencedContents } from "../../store/contents.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { deleteMeta, listMeta, writeMeta } from "../../store/meta.ts";

const sweepGraceMs = hourMs; // the age at which bytes without a row are removed

/**
 * Removes the remains of crashed writes on this machine, and old files of its cache. Work of a living process stays.
 *
 * @returns how many files and folders
 */
export async function sweepUnfinished({
  blobs,
  thumbnails,
  config,
}: Pick<Context, "blobs" | "thumbnails" | "config">): Promise<number> {
  let removed = (await blobs.sweepTemporary()) + (await thumbnails.sweepTemporary());
  for (const { path, prefix = "" } of temporaryFolders)
    removed += await sweepTemporaryFiles(join(config.dataDir, path), { prefix });
  return removed;
}

/**
 * Removes bytes that no publication and no avatar refers to (of deleted publications, and of writes that crashed before
 * their row), and their thumbnails.
 *
 * @returns how many files were removed
 */
export async function sweepContents(
  { store, blobs, thumbnails, clock, log }: Pick<Context, "store" | "blobs" | "thumbnails" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  // Younger bytes may belong to a transaction that has not begun yet.
  const before = clock.now() - sweepGraceMs;
  const remove = async (hash: Hash) => {
    // Contents in the database went with their row.
    const isGone = (await blobs.removeOlder(hash, before)) || (await blobs.size(hash)) === null;
    if (isGone) await thumbnails.remove(hash);
    return isGone;
  };
  for await (const { hash, createdAt } of walkUnreferencedContents(store.db)) {
    if (signal?.aborted) return removed;
    if (createdAt > before) continue;
    const isDeleted = await store.transaction(
      async (tx) =>
        !(await areContentsHeld(tx, clock.now())) && (await deleteContentIfUnreferenced(tx, hash)),
    );
    // Bytes that were put again meanwhile are young, and stay.
    if (isDeleted && (await remove(hash))) removed += 1;
  }
  for await (const { hash, modifiedAt } of blobs.list()) {
    if (signal?.aborted) return removed;
    if (modifiedAt > before || (await findContent(store.db, hash))) continue;
    if (await areContentsHeld(store.db, clock.now())) break;
    if (await remove(hash)) removed += 1;
  }
  if (removed > 0) log.info({ removed }, "files that nothing refers to were removed");
  return removed;
}

/**
 * Forgets a text that another one replaces, unless something refers to it: in the history or in another post.
 *
 * @returns whether its bytes go, by {@link removeForgotten} after the transaction
 */
export async function forgetReplaced(tx: Tx, hash: Hash, now: number): Promise<boolean> {
  return !(await areContentsHeld(tx, now)) && (await deleteContentIfUnreferenced(tx, hash));
}

/**
 * Removes the bytes of a forgotten text. Those that were put again since stay; on a storage that several machines share, all stay
 * for the sweep, because it can't compare and remove in one step.
 *
 * @param since when the call began that replaced the text (ms, by this machine's clock, as files are)
 */
export async function removeForgotten(
  { blobs }: Pick<Context, "blobs">,
  { hash, since }: { readonly hash: Hash; readonly since: number },
): Promise<void> {
  // The sweep removes what a failure leaves.
  if (!blobs.remote) await blobs.removeOlder(hash, since).catch(() => {});
}

/** A hold expires unless it is renewed: its process has ended. */
const leaseMs = 5 * 60_000;
const renewMs = 60_000;

const holdPrefix = "contents_hold.";

/**
 * Stops the sweep, in all processes, from removing contents until it is disposed: for a caller that reads the contents of
 * a list made earlier.
 */
export async function holdContents({
  store,
  clock,
}: Pick<Context, "store" | "clock">): Promise<AsyncDisposable> {
  const key = holdPrefix + randomUUID();
  const renew = () => store.transaction((tx) => writeMeta(tx, key, String(clock.now() + leaseMs)));
  await renew();
  // The next renewal makes up for a failed one.
  const timer = setInterval(() => void renew().catch(() => {}), renewMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // On a full disk it stays until it expires: don't hide the error of the work itself.
      await store.transaction((tx) => deleteMeta(tx, key)).catch(() => {});
    },
  };
}

async function areContentsHeld(db: Reader, now: number): Promise<boolean> {
  const holds = await listMeta(db, holdPrefix);
  return [...holds.values()].some((until) => Number(until) > now && Number(until) <= now + leaseMs);
}
