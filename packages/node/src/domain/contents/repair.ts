import type { Context } from "../../context.ts";
import { findContent } from "../../store/contents.ts";
import { findProfile } from "../../store/profiles.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { fetchContent } from "../replication/fetch-content.ts";
import { checkContentSize } from "./check.ts";
import { listContentFaults, noteContentFaults } from "./faults.ts";

type RepairContext = Pick<Context, "store" | "blobs" | "peers" | "config" | "clock" | "log" | "owner">;

// Not a limit: a batch size.
/** So many are asked for at one call, so that a lost disk does not become a flood. */
const atOnce = 50;

/**
 * Tries to get back what is missing: replicas from their publisher's node. Of the owner's own nobody is sure to have
 * a copy; they are right again when the same bytes are uploaded, or come out of a backup.
 *
 * @returns how many are right again
 */
export async function repairContents(context: RepairContext, signal?: AbortSignal): Promise<number> {
  const { store, log } = context;
  let mended = 0;
  for (const hash of [...(await listContentFaults(store.db)).keys()].slice(0, atOnce)) {
    if (signal?.aborted) break;
    const content = await findContent(store.db, hash);
    const isRight =
      content === null ||
      (await checkContentSize(context, content)) === null ||
      (await fetchAgain(context, hash, signal));
    if (!isRight) continue;
    await noteContentFaults(context, new Map([[hash, null]]));
    log.info({ hash }, "the bytes of a publication are here again");
    mended += 1;
  }
  return mended;
}

async function fetchAgain(
  context: RepairContext,
  hash: `0x${string}`,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { store, log } = context;
  const own = await context.owner.get();
  for (const { publisherAddress, timestamp } of await listPublicationsByHash(store.db, hash)) {
    const publisher =
      publisherAddress === own?.address ? null : await findProfile(store.db, publisherAddress);
    if (!publisher || timestamp === null) continue;
    const wanted = { publisherAddress, contentHash: hash, timestamp };
    try {
      await fetchContent(context, publisher.url, wanted, { ...(signal && { signal }) });
      return true;
    } catch (error) {
      log.debug({ hash, peer: publisherAddress, error }, "a missing content could not be fetched again");
    }
  }
  return false;
}
