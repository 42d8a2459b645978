import { dayMs, hourMs, minuteMs } from "@freehold/protocol/internal";

/** Limits of the traffic with other nodes and hosts: how much is under way side by side, and how long it may take. */
export const limits = {
  deliveries: 64, // deliveries side by side
  deliveriesPerHost: 4, // deliveries to one host side by side, however many nodes are there
  deliveriesPerQuickHost: 48, // deliveries to one host that answers quickly
  slowDeliveries: 128, // slow deliveries beside the others
  slowDeliveryMs: 3_000, // the first try of a delivery, where many are slow and others wait
  deliveryMs: 2 * minuteMs, // one delivery
  pulls: 64, // pulls side by side
  pullsPerPeer: 4, // pulls from one node side by side
  pullsPerQuickPeer: 48, // pulls from one node that answers quickly
  slowPulls: 48, // slow pulls beside the others
  pullMs: 3 * hourMs, // one pull
  jobs: 16, // mails, pushes and webhooks side by side
  jobsPerHost: 4, // mails, pushes and webhooks to one host side by side
  slowJobs: 48, // slow ones beside the others
  slowJobMs: 10_000, // the first try of a job, where many are slow and others wait
  jobMs: 45 * minuteMs, // one mail, push or webhook: a mail server may take 40 minutes for a mail
  finishedJobsMs: dayMs, // when an ended mail, push or webhook is deleted
  slowAfterMs: 500, // a longer attempt counts as slow
  endedProcessMs: 15_000, // between two looks for ended workers with claimed work
  pollMs: 10_000, // between two looks of a queue that hears of no due rows
  catchUps: 8, // indexes that are read side by side
  catchUpMs: hourMs, // reading one index
  catchUpClaimMs: 30_000, // a claim on an index that its worker does not renew
  importMs: 7 * dayMs, // one import of the dashboard
  importLeaseMs: 2 * minuteMs, // an import whose claim its worker does not renew
  longestRetryMs: dayMs,
  clockBackMs: minuteMs, // the clock going back by more is noticed
  clockAgreesMs: hourMs, // between this clock and those of two other hosts, after a jump ahead of a day
  stopMs: 8_000, // work that runs when the node stops
  stopCatchUpMs: 5_000, // an index that is read when the node stops
};
