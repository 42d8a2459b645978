import { countByState, nextDueAt, type QueueName, queueNames } from "../../../store/queue-rows.ts";
import { type Check, ok, warning } from "../check.ts";
import { diagnosisLimits as limits } from "../diagnosis-limits.ts";
import { storeOf } from "../examination.ts";
import { type Sentence, say, together } from "../sentence.ts";

const overdue: Readonly<Record<QueueName, (minutes: number) => Sentence>> = {
  outbox: (minutes) => say`Deliveries have been due for ${minutes} min.`,
  pulls: (minutes) => say`Contents to fetch have been due for ${minutes} min.`,
  jobs: (minutes) => say`Mails, pushes and webhooks have been due for ${minutes} min.`,
};

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
    const waiting = { outbox: 0, pulls: 0, jobs: 0 };
    const late: Sentence[] = [];
    for (const queue of queueNames) {
      waiting[queue] = (await countByState(store.db, queue)).pending;
      const overdueMs = now - ((await nextDueAt(store.db, queue)) ?? now);
      if (overdueMs > limits.queueLateMs) late.push(overdue[queue](Math.round(overdueMs / 60_000)));
    }
    const { outbox, pulls, jobs } = waiting;
    const sum = say`Waiting: ${outbox} deliveries, ${pulls} contents to fetch, ${jobs} mails, pushes and webhooks.`;
    if (late.length === 0) return ok(sum);
    return warning(
      together(sum, say`Nobody works on them.`, ...late),
      say`Start the node, or a process with FREEHOLD_ROLE=worker; if one runs, look into its log.`,
    );
  },
};
