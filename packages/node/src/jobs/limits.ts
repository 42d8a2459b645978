import { limit, valuesOf } from "@freehold/protocol/internal";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const waits = "the next one waits";
const again = "it is aborted, and tried again";

/** Limits of the traffic with other nodes and hosts. */
export const jobLimits = {
  deliveries: limit(64, "", "deliveries side by side", waits),
  deliveriesPerHost: limit(4, "", "deliveries to one host side by side, however many nodes are there", waits),
  deliveriesPerQuickHost: limit(48, "", "deliveries to one host that answers quickly", waits),
  slowDeliveries: limit(128, "", "slow deliveries beside those", "the slowest ends"),
  slowDeliveryMs: limit(
    3_000,
    "ms",
    "the first try of a delivery, where many are slow and others wait",
    again,
  ),
  deliveryMs: limit(2 * minuteMs, "ms", "one delivery", again),
  pulls: limit(64, "", "pulls side by side", waits),
  pullsPerPeer: limit(4, "", "pulls from one node side by side", waits),
  pullsPerQuickPeer: limit(48, "", "pulls from one node that answers quickly", waits),
  slowPulls: limit(48, "", "slow pulls beside those", waits),
  pullMs: limit(3 * hourMs, "ms", "one pull", again),
  jobs: limit(16, "", "mails, pushes and webhooks side by side", waits),
  jobsPerHost: limit(4, "", "mails, pushes and webhooks to one host side by side", waits),
  slowJobs: limit(48, "", "slow ones beside those", "the slowest ends"),
  slowJobMs: limit(10_000, "ms", "the first try of one, where many are slow and others wait", again),
  jobMs: limit(2 * minuteMs, "ms", "one mail, push or webhook", again),
  finishedJobsMs: limit(dayMs, "ms", "a mail, push or webhook that is over", "it goes"),
  finishedRowsMs: limit(30 * dayMs, "ms", "a delivery or pull that is over", "it goes"),
  slowAfterMs: limit(500, "ms", "an attempt that is not slow", "another one may begin"),
  provenPeers: limit(
    1_000,
    "",
    "peers known to have answered their last call",
    "the oldest gets one row at a time",
  ),
  gatheredMs: limit(100, "ms", "finished work that is gathered for one transaction", "it is written"),
  endedProcessMs: limit(
    15_000,
    "ms",
    "between two looks for ended workers with claimed work",
    "it is due again after two",
  ),
  pollMs: limit(10_000, "ms", "a queue that hears of no due rows", "it looks for some"),
  catchUps: limit(8, "", "indexes that are read side by side", waits),
  catchUpTurnMs: limit(2 * minuteMs, "ms", "reading one index while others wait", "it continues after them"),
  catchUpMs: limit(hourMs, "ms", "reading one index", again),
  catchUpClaimMs: limit(
    30_000,
    "ms",
    "a claim on an index that its worker does not renew",
    "another worker reads it: that one was killed",
  ),
  feeds: limit(4, "", "feeds that are asked side by side", waits),
  feedTogetherMs: limit(
    5 * minuteMs,
    "ms",
    "a feed that waits for others, so that the node wakes once for all",
    "it is asked",
  ),
  feedMs: limit(2 * minuteMs, "ms", "reading one feed", again),
  importMs: limit(7 * dayMs, "ms", "one import of the dashboard", again),
  importLeaseMs: limit(
    2 * minuteMs,
    "ms",
    "an import whose claim its worker does not renew",
    "another process takes it over",
  ),
  interruptedRows: limit(8, "", "interrupted rows that are tried together after a crash", waits),
  interruptedPauseMs: limit(
    5_000,
    "ms",
    "after the death of a process that tried them",
    "the next one starts",
  ),
  rowProcessStartMs: limit(60_000, "ms", "the start of such a process", "it is ended, and started later"),
  rowProcessSilentMs: limit(60_000, "ms", "such a process without a sign of life", "it counts as dead"),
  firstRetryMs: limit(5_000, "ms", "after the first failure", "tried again"),
  longestRetryMs: limit(dayMs, "ms", "after many failures, or by `Retry-After`", "tried again"),
  mostSpreadMs: limit(hourMs, "ms", "jitter after `Retry-After`, at most half of it", "tried again"),
  afterErrorMs: limit(5 * minuteMs, "ms", "a catch-up after an error of this node's own", "tried again"),
  probeMs: limit(minuteMs, "ms", "between tries of a node that calls but can't be reached", "tried again"),
  clockBackMs: limit(minuteMs, "ms", "the clock going back", "what waits is due sooner by as much"),
  clockAgreesMs: limit(
    hourMs,
    "ms",
    "between this clock and those of two other hosts, after a jump ahead of a day",
    "the clock stays in doubt",
  ),
  longFailureMs: limit(dayMs, "ms", "a node that can't be reached", "the owner is notified"),
  stopMs: limit(8_000, "ms", "work that runs when the node stops", "it is done at the next start"),
  stopCatchUpMs: limit(5_000, "ms", "an index that is read when the node stops", "it is read again"),
} as const;

export const limits = valuesOf(jobLimits);
