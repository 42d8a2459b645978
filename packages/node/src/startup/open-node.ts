import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readOnlyBlobs } from "../blobs/blobs.ts";
import { createDiskBlobs } from "../blobs/disk-blobs.ts";
import { createThumbnails } from "../blobs/thumbnails.ts";
import type { Config } from "../config/config.ts";
import { agent } from "../config/version.ts";
import type { Clock, Context, Log } from "../context.ts";
import { createEvents } from "../context.ts";
import { unlockWithPasswordFile } from "../domain/access/keystore.ts";
import { createOwner } from "../domain/profile/owner.ts";
import { createVisitors } from "../domain/visitors.ts";
import { readOnlyError } from "../errors/errors.ts";
import { createLimiter } from "../limiter/limiter.ts";
import { createPeers } from "../peers/peers.ts";
import { recoverNatively } from "../peers/recover.ts";
import { openStore } from "../store/open-store.ts";
import { bringUpToDate, refuseDamaged } from "./prepare-database.ts";

/** A node that is open: everything that a use case touches, and nothing that listens or works by itself. */
export type OpenNode = Context & AsyncDisposable;

/** The edges that a test may stand in for. */
export interface Edges {
  clock?: Clock;
  /** Ends an opening that takes long. */
  signal?: AbortSignal;
}

/** How a node is opened. */
export interface Opening {
  /** Reads the whole database first, for the run before this one did not end well. */
  readonly afterCrash?: boolean;
}

/**
 * Opens the data folder and the database, brings the tables up to date, and puts the context together. The command
 * line works on it as it is; a server is started on top of it. Where the configuration says that it is to be read
 * alone, it is opened as it is, and nothing changes it.
 *
 * @throws when the folder can't be used, or when the database is damaged or newer than this program
 */
export async function openNode(
  config: Config,
  log: Log,
  { clock = Date, signal }: Edges = {},
  { afterCrash = false }: Opening = {},
): Promise<OpenNode> {
  await using resources = new AsyncDisposableStack();
  const { readOnly } = config;
  if (!readOnly) {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await chmod(config.dataDir, 0o700);
  }
  const store = resources.use(await openStore(config));
  if (afterCrash) await refuseDamaged(store, config, { log, clock, signal });
  if (!readOnly) await bringUpToDate(store, config, { log, clock });
  const kept = createDiskBlobs(join(config.dataDir, "contents"));
  const blobs = readOnly ? readOnlyBlobs(kept, () => readOnlyError()) : kept;
  const thumbnails = createThumbnails({ folder: join(config.dataDir, "thumbnails"), blobs });
  const owner = createOwner(store);
  const url = (await owner.get())?.url ?? config.url;
  const peers = createPeers({ config, userAgent: url ? `${agent} (+${url})` : agent });
  resources.defer(() => peers.close());
  const context: Context = {
    config,
    store,
    owner,
    blobs,
    thumbnails,
    clock,
    log,
    peers,
    recover: recoverNatively,
    events: createEvents(),
    visitors: createVisitors(clock),
    limiter: createLimiter(config),
    unlockSigner: () => unlockWithPasswordFile(config),
  };
  const owned = resources.move();
  return { ...context, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
