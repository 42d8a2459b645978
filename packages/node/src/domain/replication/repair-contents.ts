import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findContent } from "../../store/contents.ts";
import { findProfile } from "../../store/peers/profiles.ts";
import { listPublicationsByHash } from "../../store/publications/publications.ts";
import { checkContentSize } from "../contents/check.ts";
import { listContentFaults, saveContentFaults } from "../contents/faults.ts";
import { fetchContent } from "./fetch-content.ts";
import { saveFetched } from "./store-replicas.ts";

type RepairContext = Pick<Context, "store" | "blobs" | "peers" | "config" | "clock" | "log" | "owner">;

/** How many are fetched in one call, so that a lost disk doesn't flood other nodes. */
const batch = 50;

/**
 * Fetches missing replicas from their publisher's node again. The owner's own contents are good again once the same
 * bytes are uploaded or restored.
 *
 * @returns how many are good again
 */
export async function repairContents(context: RepairContext, signal?: AbortSignal): Promise<number> {
  const { store, log } = context;
  let repaired = 0;
  for (const hash of [...(await listContentFaults(store.db)).keys()].slice(0, batch)) {
    if (signal?.aborted) break;
    const content = await findContent(store.db, hash);
    const isGood =
      content === null ||
      (await checkContentSize(context, content)) === null ||
      (await fetchAgain(context, hash, signal));
    if (!isGood) continue;
    await store.transaction((tx) => saveContentFaults(tx, new Map([[hash, null]])));
    log.info({ hash }, "the bytes of a publication are here again");
    repaired += 1;
  }
  return repaired;
}

async function fetchAgain(context: RepairContext, hash: Hash, signal?: AbortSignal): Promise<boolean> {
  const { store, log } = context;
  const own = await context.owner.get();
  for (const { publisherAddress, timestamp } of await listPublicationsByHash(store.db, hash)) {
    const publisher =
      publisherAddress === own?.address ? null : await findProfile(store.db, publisherAddress);
    if (!publisher || timestamp === null) continue;
    const wanted = { publisherAddress, contentHash: hash, timestamp };
    try {
      const content = await fetchContent(context, publisher.url, wanted, { ...(signal && { signal }) });
      await store.transaction((tx) => saveFetched(tx, content, context.clock.now()));
      return true;
    } catch (error) {
      log.debug({ hash, peer: publisherAddress, error }, "a missing content could not be fetched again");
    }
  }
  return false;
}
