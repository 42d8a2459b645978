import { endpoints, joinNodeUrl, PeerError, timestampWindowSeconds } from "@freehold/protocol";
import { program } from "../../../config/program.ts";
import { type Finding, failed, ok, skipped, warning } from "../../../domain/check.ts";
import { choosePeers } from "../../../domain/connections/choose-peers.ts";
import { limits as domainLimits } from "../../../domain/limits.ts";
import { acceptedUntil } from "../../../domain/publications/future-posts.ts";
import { msg } from "../../../errors/errors.ts";
import { listDatedAfter } from "../../../store/publications/publications.ts";
import { readClockDoubt } from "../../../store/queues/clock-doubt.ts";
import { timelinePosition } from "../../../store/tables/publications.ts";
import { type DiagnosisContext, isPublic, type NodeCheck, watchMs } from "../check-context.ts";
import { diagnosisLimits as limits } from "../limits.ts";
import { clockOffset } from "../probes.ts";

const futurePosts = 100; // posts dated for a time to come that are counted

export const checkClock: NodeCheck = {
  id: "machine.clock",
  about:
    "The clock, against the `Date` headers of up to five nodes and of the own public address (their median)",
  warns: "it is more than 30 s off, or the clock of one of those nodes is more than an hour off",
  fails: "it is more than an hour off: nothing that is signed here is taken, and nothing from others",
  needs: ["tables"],
  timeLimitMs: 25_000,
  async run(context) {
    const others = await measureOffsets(context);
    const own = await measureOwnOffset(context);
    // The public address may be this machine, so its agreement proves nothing.
    if (others.length === 0 && Math.abs(own ?? 0) <= limits.clockNoticedMs) {
      return skipped(msg`There is no clock to compare with: no connected site responds.`);
    }
    const offsets = others.map(({ aheadMs }) => aheadMs);
    const middle = median(own === null ? offsets : [...offsets, own]);
    const finding = assessOffset(middle, others.length);
    const wrong = others.find(({ aheadMs }) => Math.abs(aheadMs - middle) > timestampWindowSeconds * 1000);
    return finding.state === "ok" && wrong ? describeWrongClock(wrong, middle) : finding;
  },
};

export const checkClockJump: NodeCheck = {
  id: "machine.clock-jump",
  watchedEveryMs: watchMs,
  about: "Whether the clock jumped ahead, and whether posts are dated for a future time",
  fails: "nothing is signed until the clock is confirmed or corrected, or such posts are drafts again",
  needs: ["tables"],
  async run({ store, own, clock }) {
    const doubt = await readClockDoubt(store.db);
    if (doubt) {
      return failed(
        msg`The clock jumped ahead, from ${toIso(doubt.lastGood)} to ${toIso(doubt.noticed)}: nothing is signed, published on schedule or emailed.`,
        msg`Correct the clock; or, if it is right, run \`${program} clock --confirm\`.`,
      );
    }
    const posts = own
      ? await listDatedAfter(store.db, own.address, acceptedUntil(clock.now()), futurePosts)
      : [];
    const [newest] = posts;
    if (!newest) return ok(msg`The clock did not jump ahead, and no post is dated in the future.`);
    const until = toIso(timelinePosition(newest).timestamp * 1000);
    return failed(
      msg`Posts that are dated in the future: ${posts.length}, up to ${until}. The clock was ahead; no other site accepts them, and you can't sign until then.`,
      msg`Turn them into drafts: \`${program} clock --withdraw\`.`,
    );
  },
};

const toIso = (ms: number) => new Date(ms).toISOString();

export function assessOffset(offsetMs: number, nodes: number): Finding {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (Math.abs(offsetMs) <= limits.clockNoticedMs) {
    return ok(
      nodes === 0
        ? msg`The clock agrees with the public address.`
        : msg`The clock agrees with other sites (${nodes}).`,
    );
  }
  const assess = seconds > timestampWindowSeconds ? failed : warning;
  return assess(
    offsetMs > 0
      ? msg`The clock is ${seconds} s behind others (sites asked: ${nodes}).`
      : msg`The clock is ${seconds} s ahead of others (sites asked: ${nodes}).`,
    msg`Set the clock with NTP (\`timedatectl set-ntp true\`).`,
  );
}

/** Another node's clock. */
interface PeerClock {
  readonly url: string;
  /** How far it is ahead of this one, ms. */
  readonly aheadMs: number;
}

/** Another node with a wrong clock: posts that it signs are refused here, and those from here there. */
function describeWrongClock({ url, aheadMs }: PeerClock, middleMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs - middleMs) / 1000);
  return warning(
    aheadMs > middleMs
      ? msg`The clock here is right, and that of ${url} is ${seconds} s ahead: its posts are refused until then.`
      : msg`The clock here is right, and that of ${url} is ${seconds} s behind: its posts are refused, and it refuses yours.`,
    msg`Tell its owner to set its clock with NTP. You don't need to do anything.`,
  );
}

/** @returns the clocks of connected nodes; nodes that don't answer are left out */
async function measureOffsets({ store, own, peers, clock, signal }: DiagnosisContext): Promise<PeerClock[]> {
  if (!own) return [];
  const known = await choosePeers(store.db, own.address, domainLimits.clockPeers);
  const offsets = await Promise.all(
    known.map(async (peer) => {
      const url = joinNodeUrl(peer.url, endpoints.getProfile.path);
      const bounds = { maxBytes: limits.probeReplyBytes, deadlineMs: domainLimits.clockPeerMs, signal };
      const askedAt = clock.now();
      try {
        const reply = await peers.send({ method: "GET", url, headers: {}, ...bounds });
        const halfWay = (askedAt + clock.now()) / 2;
        await reply.body[Symbol.asyncIterator]().return?.();
        const aheadMs = clockOffset(reply.headers.date, halfWay);
        return aheadMs === null ? null : { url: peer.url, aheadMs };
      } catch (error) {
        if (error instanceof PeerError) return null;
        throw error;
      }
    }),
  );
  return offsets.filter((offset) => offset !== null);
}

/** A proxy in front of the node may have another clock; the node itself has this one. */
async function measureOwnOffset(context: DiagnosisContext): Promise<number | null> {
  if (!isPublic(context.publicUrl) || context.config.readOnly) return null;
  const answer = await context.probeFromOutside();
  return answer.kind === "arrived" ? answer.aheadMs : null;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}
