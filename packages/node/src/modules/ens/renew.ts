import { Readable } from "node:stream";
import { type Address, PeerError, parseAddress } from "@freehold/protocol";
import { dayMs, hourMs } from "@freehold/protocol/internal";
import { z } from "zod";
import { shrinkPicture } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import { fetchPicture } from "../../domain/contents/fetch-picture.ts";
import { limits } from "../../domain/limits.ts";
import { parseCallTarget } from "../../domain/parse-address.ts";
import { parseAvatar } from "../../domain/profile/avatar.ts";
import { readSomeSettings } from "../../domain/settings/settings.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import { saveContent } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import { addJobs, type Job } from "../../store/queues/jobs.ts";
import { ensLimits } from "./limits.ts";
import { ensChain, lookUpName, readChain } from "./look-up.ts";
import {
  countEnsNames,
  deleteEnsNames,
  findEnsName,
  listAddressesToName,
  saveEnsName,
  updateEnsName,
} from "./store.ts";

const pictureMs = 20_000; // fetching a picture
const noneMs = dayMs; // an address without a name
const failedMs = 6 * hourMs; // trying to look a name up

type EnsContext = Pick<Context, "store" | "clock" | "config" | "peers" | "blobs">;

/** The address of the Ethereum RPC for names, with its key; null where the owner wants no names. */
export async function readEnsRpc(
  db: Tx | Context["store"]["db"],
  { ensRpc: configured }: Pick<Context["config"], "ensRpc">,
): Promise<string | null> {
  const { ensRpc } = await readSomeSettings(db, ["ensRpc"]);
  return ensRpc === "" ? configured : ensRpc;
}

/**
 * Refuses an RPC that is of another chain than Ethereum. One that does not answer now is taken: a diagnosis shows it.
 *
 * @throws AppError VALIDATION_FAILED
 */
export async function requireEthereum(context: Pick<Context, "peers" | "clock">, rpc: string): Promise<void> {
  const url = parseCallTarget(rpc);
  if (url === null) return;
  const chain = await readChain({ ...context, rpc: url.href }).catch((error: unknown) => {
    if (error instanceof PeerError) return null;
    throw error;
  });
  if (chain === null || chain === ensChain) return;
  const sentence = msg`ensRpc must be an RPC of Ethereum (chain ${ensChain}); this one is of chain ${chain}.`;
  throw new AppError("VALIDATION_FAILED", sentence, { field: "ensRpc" });
}

/**
 * Queues the look-up of an address's name, if the owner wants names and this one was not looked up lately.
 *
 * @param wish.afterMs the largest age of a stored name; by default it is renewed when it has expired
 */
export async function wishName(
  tx: Tx,
  {
    config,
    address,
    now,
    afterMs,
  }: Pick<Context, "config"> & { address: Address; now: number; afterMs?: number },
): Promise<void> {
  if ((await readEnsRpc(tx, config)) === null) return;
  const known = await findEnsName(tx, address);
  const isFresh = known && known.renewAt > now && (afterMs === undefined || known.askedAt + afterMs > now);
  if (isFresh || (!known && (await countEnsNames(tx)) >= ensLimits.names)) return;
  const asked = { address, askedAt: now, renewAt: now + failedMs };
  if (!(await saveEnsName(tx, asked, known?.askedAt ?? null))) return;
  // All jobs call one host, whose name may identify the owner's account there.
  const payload = JSON.stringify({ address } satisfies z.infer<typeof ensPayload>);
  await addJobs(tx, [{ kind: "ens", host: "ens", payload, now, expiresAt: now + failedMs }]);
}

/** The payload of a job of the kind `ens`. */
const ensPayload = z.object({ address: z.custom<Address>((value) => parseAddress(value) !== null) });

/** Job: looks up the name and the picture of an address, and stores them. */
export async function renewName(context: EnsContext, job: Job, signal?: AbortSignal): Promise<Outcome> {
  const { store, clock, config } = context;
  const { address } = parsePayload(ensPayload, job);
  const rpc = await readEnsRpc(store.db, config);
  if (rpc === null) return { result: "refused", reason: "no names are looked up any more" };
  try {
    const found = await lookUpName({ ...context, rpc, ...(signal && { signal }) }, address);
    const known = await findEnsName(store.db, address);
    const picture = found?.avatar ? await readPicture(context, found.avatar, signal) : null;
    const blob = picture && (await context.blobs.put(Readable.from([picture]), { maxBytes: picture.length }));
    // If the picture can't be fetched now, the stored one stays.
    const before = known?.name === found?.name ? known?.avatarHash : null;
    const avatarHash = picture === undefined ? (before ?? null) : (blob?.hash ?? null);
    const now = clock.now();
    const renewAt = now + (found ? ensLimits.foundMs : noneMs);
    await store.transaction(async (tx) => {
      if (blob) await saveContent(tx, { ...blob, now });
      await updateEnsName(tx, address, { name: found?.name ?? null, avatarHash, verifiedAt: now, renewAt });
    });
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
}

/**
 * The picture that a record names, small: behind an https address, or in the record itself. Others (`ipfs:`, `eip155:`) are
 * not fetched.
 *
 * @returns null where there is none, undefined where it can't be fetched now
 */
async function readPicture(
  context: Pick<Context, "peers" | "clock">,
  record: string,
  signal: AbortSignal | undefined,
): Promise<Buffer | null | undefined> {
  const url = parseCallTarget(record);
  const bounds = { maxBytes: limits.avatarBytes, deadlineMs: pictureMs, signal };
  try {
    const body = url && (await fetchPicture(context, url.href, bounds));
    const bytes = body && Buffer.concat(await Array.fromAsync(body));
    const source = url ? bytes : record;
    const picture = source === null ? null : await parseAvatar(source);
    return picture && (await shrinkPicture(picture.bytes, limits.peerPictureSide));
  } catch (error) {
    if (error instanceof PeerError) return undefined;
    throw error;
  }
}

/**
 * Maintenance: looks up expired names again: those of the owner, of connected nodes and of the newest commenters. Deletes
 * names that are no longer used, and all names if the owner wants none.
 */
export async function renewNames({
  store,
  clock,
  config,
}: Pick<Context, "store" | "clock" | "config">): Promise<void> {
  const now = clock.now();
  const isOn = (await readEnsRpc(store.db, config)) !== null;
  await store.transaction(async (tx) => deleteEnsNames(tx, isOn ? now - ensLimits.shownMs : null));
  if (!isOn) return;
  const { comments, atOnce } = ensLimits;
  const due = await listAddressesToName(store.db, { now, comments, limit: atOnce });
  for (const address of due) await store.transaction((tx) => wishName(tx, { config, address, now }));
}
