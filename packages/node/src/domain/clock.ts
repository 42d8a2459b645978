import { endpoints, joinNodeUrl } from "@freehold/protocol";
import { program } from "../config/program.ts";
import type { Context } from "../context.ts";
import { AppError, msg } from "../errors/errors.ts";
import { limits } from "../jobs/limits.ts";
import type { Reader, Tx } from "../store/database.ts";
import { emit } from "../store/events.ts";
import { endClockDoubt, noteGoodTime, readClockDoubt } from "../store/queues/clock-doubt.ts";
import { choosePeers } from "./connections/choose-peers.ts";
import { limits as domainLimits } from "./limits.ts";
import { listFuturePosts } from "./publications/future-posts.ts";

/** The state of the clock, as the owner sees it. Times are ISO 8601 UTC. */
export interface ClockState {
  /** The time that it shows. */
  readonly now: string;
  /** Whether it jumped ahead by more than a day, and nobody has said so far that it is right. */
  readonly isInDoubt: boolean;
  /** The last time before that jump; null without one. */
  readonly lastGood: string | null;
  /** The ids of own publications that are signed for a time that no other node accepts yet. */
  readonly futurePosts: readonly number[];
}

const toIso = (ms: number) => new Date(ms).toISOString();

export async function readClockState({
  store,
  clock,
  owner,
}: Pick<Context, "store" | "clock" | "owner">): Promise<ClockState> {
  const doubt = await readClockDoubt(store.db);
  const posts = await listFuturePosts({ store, clock, owner });
  return {
    now: toIso(clock.now()),
    isInDoubt: doubt !== null,
    lastGood: doubt && toIso(doubt.lastGood),
    futurePosts: posts.map(({ id }) => id),
  };
}

/**
 * Refuses to sign by a clock that may be wrong: a message for a future time is accepted by no node, and blocks those that are
 * signed after it.
 *
 * @throws AppError CONFLICT while the clock is in doubt
 */
export async function requireCertainClock(db: Reader): Promise<void> {
  const doubt = await readClockDoubt(db);
  if (doubt === null) return;
  throw new AppError(
    "CONFLICT",
    msg`This machine's clock jumped from ${toIso(doubt.lastGood)} to ${toIso(doubt.noticed)}. Nothing is signed until two other hosts show the same time, or you confirm it (${program} clock --confirm). If the time is wrong, correct it.`,
  );
}

/**
 * The owner says that the clock is right.
 *
 * @param shown the time that the owner was shown (ms)
 * @throws AppError CONFLICT where it is another one meanwhile
 */
export async function confirmClock(
  { store, clock }: Pick<Context, "store" | "clock">,
  shown: number,
): Promise<void> {
  if (!(Math.abs(clock.now() - shown) <= limits.clockAgreesMs))
    throw new AppError("CONFLICT", msg`The clock shows ${toIso(clock.now())} now. Confirm that.`);
  await store.transaction(async (tx) => {
    await endClockDoubt(tx);
    await noteGoodTime(tx, clock.now());
  });
}

/** Tells the owner that the clock is in doubt (ms). */
export async function notifyClockDoubt(
  tx: Tx,
  { lastGood, now }: { lastGood: number; now: number },
): Promise<void> {
  await emit(tx, "clock.jumped", { lastGood: toIso(lastGood), shows: toIso(now), now });
}

/**
 * Reads the clocks of other hosts (ms now) from their replies. Where fewer than two have answered so far, connected nodes are
 * asked.
 */
export async function askOthersClocks(
  { store, peers, owner }: Pick<Context, "store" | "peers" | "owner">,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const own = await owner.get();
  const clocks = () => peers.othersClocks?.(own && new URL(own.url).hostname) ?? [];
  if (own && clocks().length < 2) {
    const known = await choosePeers(store.db, own.address, domainLimits.clockPeers);
    await Promise.all(
      known.map(async ({ url }) => {
        const reply = await peers
          .send({
            method: "GET",
            url: joinNodeUrl(url, endpoints.getProfile.path),
            headers: {},
            maxBytes: domainLimits.clockReplyBytes,
            deadlineMs: domainLimits.clockPeerMs,
            ...(signal && { signal }),
          })
          .catch(() => null);
        await reply?.body[Symbol.asyncIterator]().return?.();
      }),
    );
  }
  return clocks();
}
