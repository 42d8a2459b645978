import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { recoverPublicKey } from "@freehold/protocol";
import { readOnlyBlobs } from "../blobs/blobs.ts";
import type { Config } from "../config/config.ts";
import { agent } from "../config/version.ts";
import { type Clock, type Context, createEvents, type Log } from "../context.ts";
import { unlockWithPasswordFile } from "../domain/access/keystore.ts";
import { addressesOfConfig } from "../domain/profile/own-addresses.ts";
import { createOwner } from "../domain/profile/owner.ts";
import { refuseWhenClosed } from "../domain/settings/closing.ts";
import { createVisitors } from "../domain/visitors.ts";
import { readOnlyError } from "../errors/errors.ts";
import { createForeign } from "../foreign/foreign.ts";
import { createLimiter } from "../limiter/limiter.ts";
import { listModules, loadModules } from "../module.ts";
import { createPeers } from "../peers/peers.ts";
import { handleEvents } from "../store/events.ts";
import { readMigrationState } from "../store/migrate.ts";
import { databaseFile, openStore } from "../store/open-store.ts";
import { openBlobs } from "./open-blobs.ts";
import { bringUpToDate, refuseCopied, refuseDamaged } from "./prepare-database.ts";
import { requireRestored } from "./restore-folder.ts";

/** An open node: all that a use case needs, and nothing that listens or runs by itself. */
export type OpenNode = Context & AsyncDisposable;

/** Tests replace the clock, and how often queues poll (ms); the signal ends an opening that takes long. */
export interface Edges {
  clock?: Clock;
  pollMs?: number;
  signal?: AbortSignal;
}

/**
 * Opens the data folder and the database, migrates the tables, and creates the context, for a command or for a server. A
 * read-only node is opened as it is.
 *
 * @param options.afterCrash reads the whole database first
 * @throws if the folder can't be used, or the database is damaged or newer than this program
 */
export async function openNode(
  config: Config,
  log: Log,
  { clock = Date, signal }: Edges = {},
  { afterCrash = false }: { readonly afterCrash?: boolean } = {},
): Promise<OpenNode> {
  await using resources = new AsyncDisposableStack();
  const { readOnly } = config;
  if (!readOnly) {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await chmod(config.dataDir, 0o700);
  }
  const { dataDir, databaseUrl } = config;
  if (databaseUrl === null) await requireRestored(dataDir, async () => existsSync(databaseFile(dataDir)));
  const store = resources.use(await openStore(config));
  await loadModules();
  handleEvents(store, [refuseWhenClosed, ...listModules().flatMap(({ on }) => on ?? [])]);
  if (databaseUrl !== null)
    await requireRestored(dataDir, async () => (await readMigrationState(store.db)).done.length > 0);
  await refuseCopied(store, readOnly);
  if (afterCrash) await refuseDamaged(store, config, { log, clock, signal });
  if (!readOnly) await bringUpToDate(store, config, { log, clock });
  const events = createEvents();
  const { blobs: stored, thumbnails } = openBlobs(config, store, log, events);
  const blobs = readOnly ? readOnlyBlobs(stored, readOnlyError) : stored;
  const owner = createOwner(store, addressesOfConfig(config));
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
    foreign: resources.use(createForeign()),
    recover: recoverPublicKey,
    events,
    visitors: createVisitors(clock),
    limiter: createLimiter(config),
    unlockSigner: () => unlockWithPasswordFile(config),
  };
  const owned = resources.move();
  return { ...context, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
