import { endpoints, joinNodeUrl, PeerError, timestampWindowSeconds } from "@freehold/protocol";
import { type Check, type Finding, failed, msg, ok, skipped, warning } from "../check.ts";
import type { CheckContext } from "../check-context.ts";
import { choosePeers, isPublic } from "../check-context.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { clockOffset } from "../probes.ts";

export const checkClock: Check = {
  id: "machine.clock",
  area: "machine",
  about:
    "The clock, against the `Date` headers of up to five nodes and of the own public address (their median)",
  warns: "it is more than 30 s off",
  fails: "it is more than an hour off: nothing that is signed here is taken, and nothing from others",
  needs: ["tables"],
  timeLimitMs: 25_000,
  async run(examination) {
    const others = await measureOffsets(examination);
    const own = await measureOwnOffset(examination);
    // A public address that agrees may be this very machine.
    if (others.length === 0 && Math.abs(own ?? 0) <= limits.clockNoticedMs) {
      return skipped(msg`There is nobody's clock to compare with: no connected node answers.`);
    }
    const offsets = own === null ? others : [...others, own];
    return assessOffset(median(offsets), others.length);
  },
};

export function assessOffset(offsetMs: number, nodes: number): Finding {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (Math.abs(offsetMs) <= limits.clockNoticedMs) {
    return ok(
      nodes === 0
        ? msg`The clock agrees with that of the public address.`
        : msg`The clock agrees with that of other nodes (${nodes}).`,
    );
  }
  const told =
    offsetMs > 0
      ? msg`The clock is ${seconds} s behind that of others (nodes asked: ${nodes}).`
      : msg`The clock is ${seconds} s ahead of that of others (nodes asked: ${nodes}).`;
  const advice = msg`Let the system keep its clock by NTP (\`timedatectl set-ntp true\`).`;
  return seconds > timestampWindowSeconds ? failed(told, advice) : warning(told, advice);
}

/** How far others are ahead, ms; those that don't answer are left out. */
async function measureOffsets({ store, own, peers, clock, signal }: CheckContext): Promise<number[]> {
  if (!store || !own) return [];
  const known = await choosePeers(store.db, own.address, limits.clockPeers);
  const offsets = await Promise.all(
    known.map(async ({ url }) => {
      try {
        const askedAt = clock.now();
        const call = {
          method: "GET",
          headers: {},
          maxBytes: limits.probeReplyBytes,
          deadlineMs: limits.clockPeerMs,
          signal,
        };
        const reply = await peers.send({ ...call, url: joinNodeUrl(url, endpoints.getProfile.path) });
        const between = (askedAt + clock.now()) / 2;
        await reply.body[Symbol.asyncIterator]().return?.();
        return clockOffset(reply.headers.date, between);
      } catch (error) {
        if (error instanceof PeerError) return null;
        throw error;
      }
    }),
  );
  return offsets.filter((offset) => offset !== null);
}

/** What stands in front of the node may have another clock; the node itself has this one. */
async function measureOwnOffset({
  publicUrl,
  probeFromOutside,
  config,
}: CheckContext): Promise<number | null> {
  if (!isPublic(publicUrl) || config.readOnly) return null;
  const answer = await probeFromOutside();
  return answer.kind === "arrived" ? answer.aheadMs : null;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}
