import type { Address } from "@freehold/protocol";
import { dayMs, minuteMs } from "@freehold/protocol/internal";
import { program } from "../../../config/program.ts";
import { type Finding, ok, skipped, warning } from "../../../domain/check.ts";
import { msg, type Sentence } from "../../../errors/errors.ts";
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
  pulls: (minutes) => msg`Files to fetch have been due for ${minutes} min.`,
  jobs: (minutes) => msg`Emails, push messages and webhooks have been due for ${minutes} min.`,
};

/** Nodes that answer, and take nothing. */
async function assessDeliveries(db: Reader, own: Address): Promise<Finding> {
  const counts = Object.values(await countConnectedByForm(db, own));
  if (counts.every((count) => count === 0)) return skipped(msg`No sites are connected yet.`);
  const waiting = await listOutbox(db, { state: "pending", limit: failingDeliveries, oldestFirst: true });
  const stuck = waiting.filter(({ attempts }) => attempts >= manyAttempts);
  const [first] = stuck;
  if (!first) return ok(msg`All connected sites respond and accept deliveries.`);
  const hosts = new Set(stuck.map(({ host }) => host));
  return warning(
    msg`Connected sites that refuse deliveries: ${hosts.size}; ${first.host} failed ${first.attempts} times: ${first.lastError}`,
    msg`Tell its owner. If all sites refuse, see outside.reach; \`${program} outbox\` lists every delivery.`,
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
      const sum = msg`Waiting: ${outbox} for delivery, ${pulls} to fetch, ${jobs} for email, push messages, webhooks and so on.`;
      if (late.length === 0) return ok(sum);
      return warning(
        [...sum, ...msg`No worker seems to be running.`, ...late.flat()],
        msg`Start the node, or a process with FREEHOLD_ROLE=worker. If one runs, check its log.`,
      );
    },
  },
  {
    id: "work.aside",
    watchedEveryMs: watchMs,
    about: "Tasks that the node no longer tries, because a process crashed each time",
    warns: "there is some",
    needs: ["tables"],
    async run({ store }) {
      const rows = await listSetAside(store.db, limits.setAside);
      const [first] = rows;
      if (!first) return ok(msg`Nothing is set aside.`);
      const id = `${first.queue}:${first.rowKey}`;
      return warning(
        msg`Set aside, because the node crashed each time it tried them: ${rows.length}; the first is ${id}.`,
        msg`Try it again with \`${program} set-aside --retry ID\` after an upgrade, or drop it with --drop.`,
      );
    },
  },
  {
    id: "work.peers",
    watchedEveryMs: watchMs,
    about: "Connected nodes that could not be reached, or that refuse what is delivered to them",
    warns: "one can't be reached for more than a day, or has refused a delivery five times",
    needs: ["tables", "owner"],
    async run({ store, own, clock }) {
      if (!own) return skipped(msg`The node has no owner yet.`);
      const failing = await listFailingPeers(store.db, failingPeers);
      const since = clock.now() - peerAwayMs;
      const long = failing.filter(({ failingSince }) => failingSince !== null && failingSince < since);
      if (failing.length === 0) return await assessDeliveries(store.db, own.address);
      if (long.length === 0) {
        return ok(
          msg`Connected sites that can't be reached: ${failing.length}, none for a day; they are tried again.`,
        );
      }
      const named = long.slice(0, 3).map(({ address }) => address);
      const profiles = await readProfiles(store.db, named);
      const urls = [...profiles.values()].map(({ url }) => url).join(", ");
      const more = long.length - named.length;
      return warning(
        more > 0
          ? msg`Connected sites that can't be reached: ${failing.length}. For more than a day: ${urls} and ${more} more.`
          : msg`Connected sites that can't be reached: ${failing.length}. For more than a day: ${urls}.`,
        msg`\`${program} peers\` shows the reason. If no site can be reached, this machine has no internet access.`,
      );
    },
  },
  mailCheck,
];
