import type { Address } from "@freehold/protocol";
import { dayMs, minuteMs } from "@freehold/protocol/internal";
import { program } from "../../../config/program.ts";
import { type Finding, msg, ok, type Sentence, skipped, warning } from "../../../domain/check.ts";
import type { Reader } from "../../../store/database.ts";
import { listFailingPeers } from "../../../store/peers/peers.ts";
import { readProfiles } from "../../../store/peers/profiles.ts";
import { listSetAside } from "../../../store/queues/interrupted-rows.ts";
import { countConnectedByForm, listOutbox } from "../../../store/queues/outbox.ts";
import { countByState, nextDueAt, type QueueName, queueNames } from "../../../store/queues/queue-rows.ts";
import { type NodeCheck, watchMs } from "../check-context.ts";
import { diagnosisLimits as limits } from "../limits.ts";
import { mailCheck } from "./mail.ts";

const queueLateMs = 10 * minuteMs; // something due that nobody works on
const peerAwayMs = dayMs; // a connected node that is away
const failingDeliveries = 1_000; // oldest waiting deliveries that are looked at
const manyAttempts = 5; // failures after which a delivery is reported
const failingPeers = 1_000; // nodes away that are counted

const overdue: Readonly<Record<QueueName, (minutes: number) => Sentence>> = {
  outbox: (minutes) => msg`Deliveries have been due for ${minutes} min.`,
  pulls: (minutes) => msg`Contents to fetch have been due for ${minutes} min.`,
  jobs: (minutes) => msg`Mails, pushes and webhooks have been due for ${minutes} min.`,
};

/** Nodes that answer, and take nothing. */
async function assessDeliveries(db: Reader, own: Address): Promise<Finding> {
  const counts = Object.values(await countConnectedByForm(db, own));
  if (counts.every((count) => count === 0)) return skipped(msg`No node is connected yet.`);
  const waiting = await listOutbox(db, { state: "pending", limit: failingDeliveries, oldestFirst: true });
  const stuck = waiting.filter(({ attempts }) => attempts >= manyAttempts);
  const [first] = stuck;
  if (!first)
    return ok(msg`No connected node is known to be away, and none refuses a delivery again and again.`);
  const hosts = new Set(stuck.map(({ host }) => host));
  return warning(
    msg`Connected nodes that do not take what is delivered to them: ${hosts.size}; ${first.host} failed ${first.attempts} times: ${first.lastError}`,
    msg`Tell its owner. If it is all of them, look at outside.reach; \`${program} outbox\` has every delivery.`,
  );
}

export const workChecks: readonly NodeCheck[] = [
  {
    id: "work.queues",
    watchedEveryMs: watchMs,
    about: "The waiting work in the queues, and whether a process works on it",
    warns: "something has been due for more than 10 minutes",
    needs: ["tables"],
    async run({ store, clock }) {
      const now = clock.now();
      const waiting = { outbox: 0, pulls: 0, jobs: 0 };
      const late: Sentence[] = [];
      for (const queue of queueNames) {
        waiting[queue] = (await countByState(store.db, queue)).pending;
        const overdueMs = now - ((await nextDueAt(store.db, queue)) ?? now);
        if (overdueMs > queueLateMs) late.push(overdue[queue](Math.round(overdueMs / 60_000)));
      }
      const { outbox, pulls, jobs } = waiting;
      const sum = msg`Waiting: ${outbox} for delivery, ${pulls} to fetch, ${jobs} for mail, pushes, webhooks and the like.`;
      if (late.length === 0) return ok(sum);
      return warning(
        [...sum, ...msg`No process seems to work on them.`, ...late.flat()],
        msg`Start the node, or a process with FREEHOLD_ROLE=worker; if one runs, look into its log.`,
      );
    },
  },
  {
    id: "work.aside",
    watchedEveryMs: watchMs,
    about: "Work that the node does not try any more, since a process died each time that it was tried",
    warns: "there is some",
    needs: ["tables"],
    async run({ store }) {
      const rows = await listSetAside(store.db, limits.setAside);
      const [first] = rows;
      if (!first) return ok(msg`Nothing is set aside.`);
      const id = `${first.queue}:${first.rowKey}`;
      return warning(
        msg`Set aside, since the node died each time that it tried them: ${rows.length}; the first is ${id}.`,
        msg`Try it again with \`${program} set-aside --retry ID\` after an upgrade, or give it up with --drop.`,
      );
    },
  },
  {
    id: "work.peers",
    watchedEveryMs: watchMs,
    about: "Connected nodes that could not be reached, or that refuse what is delivered to them",
    warns: "one has been away for more than a day, or has failed to take a delivery five times",
    needs: ["tables", "owner"],
    async run({ store, own, clock }) {
      if (!own) return skipped(msg`The node has no owner yet.`);
      const failing = await listFailingPeers(store.db, failingPeers);
      const since = clock.now() - peerAwayMs;
      const long = failing.filter(({ failingSince }) => failingSince !== null && failingSince < since);
      if (failing.length === 0) return await assessDeliveries(store.db, own.address);
      if (long.length === 0) {
        return ok(
          msg`Connected nodes that are away: ${failing.length}, none for a day; they are tried again.`,
        );
      }
      const named = long.slice(0, 3).map(({ address }) => address);
      const profiles = await readProfiles(store.db, named);
      const urls = [...profiles.values()].map(({ url }) => url).join(", ");
      const more = long.length - named.length;
      return warning(
        more > 0
          ? msg`Connected nodes that are away: ${failing.length}. For more than a day: ${urls} and ${more} more.`
          : msg`Connected nodes that are away: ${failing.length}. For more than a day: ${urls}.`,
        msg`Look at \`${program} peers\` for the reason. If it is all of them, this machine's way out is broken.`,
      );
    },
  },
  mailCheck,
];
