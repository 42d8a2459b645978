import { limits } from "../../packages/node/src/domain/limits.ts";
import { limits as jobLimits } from "../../packages/node/src/jobs/limits.ts";
import { fanOutPages } from "../../packages/node/src/store/queues/fan-out.ts";
import { seededRandom } from "../../packages/node/test/support/seeded-random.ts";
import { Agenda, Processors } from "./processors.ts";
import { createTimes, type Times } from "./times.ts";

/** The costs of the program, as `check.ts` measures them: ms of one processor. */
export interface Costs {
  /** A worker: one delivery over a new connection with TLS, with its share of claiming and settling. */
  readonly deliverMs: number;
  /** PostgreSQL: all work for one row, from its insert to its result. */
  readonly rowMs: number;
  /** PostgreSQL: claiming one row, for which a worker waits. Settling a row costs the same. */
  readonly claimMs: number;
  /** PostgreSQL: a worker's query for due rows that finds none. */
  readonly lookMs: number;
  /** The time until a page of rows is written, in PostgreSQL and in the worker. */
  readonly pageMs: number;
}

/** The case to simulate. */
export interface Scenario {
  readonly followers: number;
  readonly workers: number;
  readonly costs: Costs;
  /** Processors of PostgreSQL. */
  readonly databaseProcessors: number;
  /** The median time that a follower takes to answer (ms), and how much that differs: sigma of a log-normal distribution. */
  readonly answerMs: number;
  readonly sigma: number;
  /** The share of followers that can't be reached: 0 to 1. */
  readonly away: number;
  readonly seed: number;
  /** Other sizes than those of the program. */
  readonly page?: number;
  readonly mostDue?: number;
  /** The speed of the processors relative to those of the costs. */
  readonly speed?: number;
  /** The time (ms) that one processor, which serves all followers, works for each of them. */
  readonly servedByOneMs?: number;
}

export interface Result {
  /** When followers were told: ms after the post. */
  readonly told: Times;
  /** How often workers looked for rows after a commit, and the processors that PostgreSQL needs on average. */
  readonly looks: number;
  readonly databaseBusy: number;
}

/** How often the job looks for room (domain/fan-out.ts). */
const lookAgainMs = 250;
/** The time for which a worker collects ended deliveries (jobs/worker.ts). */
const gatherMs = 20;
/** The time from a commit until another process in the same data centre knows it. */
const notifyMs = 2;

/**
 * Simulates the delivery of one post: a job writes pages of rows while few are due, workers claim rows up to their capacity,
 * deliver side by side, and write the results with their next claim.
 */
export function simulate(scenario: Scenario): Result {
  const { followers, workers, costs, answerMs, sigma, away, speed = 1, servedByOneMs = 0 } = scenario;
  const { page = fanOutPages.usual, mostDue = limits.dueDeliveries } = scenario;
  const { first } = fanOutPages;
  const room = jobLimits.deliveries;
  const agenda = new Agenda();
  const random = seededRandom(scenario.seed);
  const answers = answerTimes(answerMs, sigma);
  const database = new Processors(scenario.databaseProcessors, speed);
  const server = new Processors(1, speed);
  const readMs = costs.rowMs - costs.pageMs / fanOutPages.usual - 2 * costs.claimMs;
  const told = createTimes();
  const idle: Worker[] = [];
  let [due, unwritten] = [Math.min(followers, first), Math.max(0, followers - first)];
  let [looks, databaseMs, over] = [0, 0, 0];

  interface Worker {
    readonly processor: Processors;
    /** The end of each of its deliveries; 0 for those that have ended. */
    readonly ends: Float64Array;
  }
  for (let count = 0; count < workers; count += 1) {
    idle.push({ processor: new Processors(1, speed), ends: new Float64Array(room) });
  }

  function askDatabase(at: number, ms: number): number {
    databaseMs += ms;
    return database.use(at, ms);
  }

  function writePages(at: number): void {
    if (unwritten === 0) return;
    if (due >= mostDue) {
      agenda.add(at + lookAgainMs, writePages);
      return;
    }
    const rows = Math.min(page, unwritten);
    unwritten -= rows;
    const end = askDatabase(at, (costs.pageMs * rows) / fanOutPages.usual);
    agenda.add(end, (now) => {
      due += rows;
      wake(now);
      writePages(now);
    });
  }

  /** A commit notifies all processes of new rows: the idle ones look for rows, and the first get some. */
  function wake(at: number): void {
    looks += idle.length;
    if (idle.length > 0) askDatabase(at, idle.length * costs.lookMs);
    const wanted = Math.ceil(due / room);
    for (const worker of idle.splice(0, wanted)) agenda.add(at + notifyMs, (now) => turn(worker, now));
  }

  function turn(worker: Worker, at: number): void {
    const { ends, processor } = worker;
    let [ended, free, next] = [0, 0, Number.POSITIVE_INFINITY];
    for (let slot = 0; slot < room; slot += 1) {
      const end = ends[slot] ?? 0;
      if (end > at) next = Math.min(next, end);
      else {
        if (end > 0) ended += 1;
        ends[slot] = 0;
        free += 1;
      }
    }
    const claimed = Math.min(free, due);
    due -= claimed;
    if (ended + claimed === 0) {
      if (free === room) idle.push(worker);
      else agenda.add(next + gatherMs, (now) => turn(worker, now));
      return;
    }
    const begin = askDatabase(at, (ended + claimed) * costs.claimMs);
    // The rows that each delivery reads.
    askDatabase(begin, claimed * readMs);
    const doneAt = processor.use(begin, claimed * costs.deliverMs);
    const servedAt = servedByOneMs > 0 ? server.use(begin, claimed * servedByOneMs) : 0;
    for (let left = claimed, slot = 0; left > 0; slot += 1) {
      if (ends[slot] !== 0) continue;
      left -= 1;
      const sentAt = doneAt - (left * costs.deliverMs) / speed;
      const end = Math.max(sentAt, servedAt) + (answers[Math.floor(random() * answers.length)] ?? 0);
      ends[slot] = end;
      next = Math.min(next, end);
      over = Math.max(over, end);
      if (away === 0 || random() >= away) told.add(end);
    }
    agenda.add(Math.max(begin, next) + gatherMs, (now) => turn(worker, now));
  }

  agenda.add(0, writePages);
  agenda.add(0, wake);
  agenda.run();
  return { told, looks, databaseBusy: databaseMs / Math.max(1, over) };
}

/** Times that followers take to answer, each as likely. */
function answerTimes(median: number, sigma: number): Float64Array {
  const random = seededRandom(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Float64Array.from({ length: 4_096 }, () => median * Math.exp(sigma * normal()));
}
