import { limit, valuesOf } from "@freehold/protocol";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const waits = "the next one waits";
const again = "it is aborted, and tried again";

/** What is on its way to other nodes and hosts, and back. */
export const jobLimits = {
  deliveries: limit(64, "", "deliveries side by side", waits),
  deliveriesPerPeer: limit(4, "", "deliveries to one node side by side", waits),
  slowDeliveries: limit(128, "", "deliveries that take long, beside those", "the one that took longest ends"),
  slowDeliveryMs: limit(
    3_000,
    "ms",
    "the first try of a delivery, where many take long and more are waiting",
    again,
  ),
  deliveryMs: limit(2 * minuteMs, "ms", "one delivery", again),
  pulls: limit(16, "", "pulls side by side", waits),
  pullsPerPeer: limit(4, "", "pulls from one node side by side", waits),
  slowPulls: limit(48, "", "pulls that take long, beside those", waits),
  pullMs: limit(3 * hourMs, "ms", "one pull", again),
  jobs: limit(16, "", "mails, pushes and webhooks side by side", waits),
  jobsPerHost: limit(4, "", "mails, pushes and webhooks to one host side by side", waits),
  slowJobs: limit(
    48,
    "",
    "mails, pushes and webhooks that take long, beside those",
    "the one that took longest ends",
  ),
  slowJobMs: limit(
    10_000,
    "ms",
    "the first try of a mail, push or webhook, where many take long and more are waiting",
    again,
  ),
  jobMs: limit(2 * minuteMs, "ms", "one mail, push or webhook", again),
  keptJobsMs: limit(
    dayMs,
    "ms",
    "a mail, push or webhook that is over",
    "it goes: it holds links that work once",
  ),
  keptRowsMs: limit(30 * dayMs, "ms", "a delivery or pull that is over", "it goes"),
  slowAfterMs: limit(
    500,
    "ms",
    "an attempt that is not slow",
    "it counts as slow, and another one may begin",
  ),
  provenPeers: limit(
    1_000,
    "",
    "peers of which is known that they answered their last call",
    "the one that was called longest ago gets one row at a time",
  ),
  gatheredMs: limit(100, "ms", "ended work that is gathered for one transaction", "it is written"),
  catchUps: limit(8, "", "indexes that are read side by side", waits),
  catchUpTurnMs: limit(
    2 * minuteMs,
    "ms",
    "reading one index while others wait for their turn",
    "it goes on after them, from where it was",
  ),
  catchUpMs: limit(hourMs, "ms", "reading one index", again),
  firstRetryMs: limit(5_000, "ms", "after the first failure", "tried again"),
  longestRetryMs: limit(
    dayMs,
    "ms",
    "after many failures, and what `Retry-After` may ask for",
    "tried again",
  ),
  mostSpreadMs: limit(
    hourMs,
    "ms",
    "what chance adds to what `Retry-After` asks for, half of that at the most",
    "tried again",
  ),
  afterErrorMs: limit(5 * minuteMs, "ms", "a catch-up after an error of this node's own", "tried again"),
  probeMs: limit(
    minuteMs,
    "ms",
    "between two tries of a node that talks and can't be reached",
    "tried again",
  ),
  clockBackMs: limit(minuteMs, "ms", "the clock going back", "what waits is due sooner by as much"),
  longFailureMs: limit(dayMs, "ms", "a node that can't be reached", "the owner is told"),
  stopMs: limit(
    8_000,
    "ms",
    "work that is under way when the node stops",
    "it is aborted, and done at the next start",
  ),
  stopCatchUpMs: limit(5_000, "ms", "an index that is read when the node stops", "it is read again"),
} as const;

export const limits = valuesOf(jobLimits);
