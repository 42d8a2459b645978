import { countByState, nextDueAt } from "../../../store/queue-rows.ts";
import { type Check, ok, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { storeOf } from "../examination.ts";

const queues = {
  outbox: "deliveries",
  pulls: "contents to fetch",
  errands: "mails, pushes and webhooks",
} as const;
export const checkQueues: Check = {
  id: "work.queues",
  area: "work",
  about: "What waits in the queues, and whether anybody works on them",
  warns: "something has been due for more than 10 minutes",
  fails: null,
  needs: ["tables"],
  timeLimitMs: 10_000,
  async look(examination) {
    const { clock } = examination;
    const store = storeOf(examination);
    const now = clock.now();
    const told: string[] = [];
    const late: string[] = [];
    for (const [table, name] of Object.entries(queues) as [keyof typeof queues, string][]) {
      const { pending } = await countByState(store.db, table);
      const overdueMs = now - ((await nextDueAt(store.db, table)) ?? now);
      told.push(`${pending} ${name}`);
      if (overdueMs > limits.queueLateMs)
        late.push(`${name} have been due for ${Math.round(overdueMs / 60_000)} min`);
    }
    const sum = `Waiting: ${told.join(", ")}.`;
    if (late.length === 0) return ok(sum);
    return warning(
      `${sum} Nobody works on them: ${late.join(", ")}.`,
      "Start the node, or a process with FREEHOLD_ROLE=worker; if one runs, look into its log.",
    );
  },
};
