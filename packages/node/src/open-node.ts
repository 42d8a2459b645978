import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createDiskBlobs } from "./blobs/disk-blobs.ts";
import { createThumbnails } from "./blobs/thumbnails.ts";
import type { Config } from "./config.ts";
import type { Clock, Context, Log } from "./context.ts";
import { createVisitors } from "./domain/visitors/visitors.ts";
import { createEvents } from "./events.ts";
import { unlockWithPasswordFile } from "./keystore/unlock-with-password-file.ts";
import { createPeers } from "./peers/peers.ts";
import { recoverNatively } from "./peers/recover.ts";
import { migrate } from "./store/migrate.ts";
import { findOwnProfile } from "./store/profiles.ts";
import { openStore } from "./store/store.ts";

/** A node that is open: everything that a use case touches, and nothing that listens or works by itself. */
export type OpenNode = Context & AsyncDisposable;

/** What this program calls itself on the way to other nodes. */
const agent = "Freehold/0.1";

/** The edges that a test may stand in for. */
export interface Edges {
  clock?: Clock;
}

/**
 * Opens the data folder and the database, brings the tables up to date, and puts the context together. The command
 * line works on it as it is; a server is started on top of it.
 *
 * @throws when the folder can't be used, or when the database is newer than this program
 */
export async function openNode(config: Config, log: Log, { clock = Date }: Edges = {}): Promise<OpenNode> {
  await using resources = new AsyncDisposableStack();
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await chmod(config.dataDir, 0o700);
  const store = resources.use(await openStore(config));
  const { applied } = await migrate(store);
  if (applied.length > 0) log.info({ applied }, "the tables were brought up to date");
  const blobs = createDiskBlobs(join(config.dataDir, "contents"));
  const thumbnails = createThumbnails({ folder: join(config.dataDir, "thumbnails"), blobs });
  const url = (await findOwnProfile(store.db))?.url ?? config.url;
  const peers = createPeers({ config, userAgent: url ? `${agent} (+${url})` : agent });
  resources.defer(() => peers.close());
  const context: Context = {
    config,
    store,
    blobs,
    thumbnails,
    clock,
    log,
    peers,
    recover: recoverNatively,
    events: createEvents(),
    visitors: createVisitors(clock),
    unlockSigner: () => unlockWithPasswordFile(config),
  };
  const owned = resources.move();
  return { ...context, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
