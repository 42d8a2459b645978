const daySeconds = 24 * 60 * 60;

/** Limits of subscriptions to new posts. */
export const foundLimits = {
  subscriptions: 1_000,
  subscriptionsPerHost: 50,
  subscriptionsPerClient: 100,
  verifications: 500, // new subscriptions that were not verified yet
  verificationsPerHost: 50, // new subscriptions of one host that were not verified yet
  verificationsPerClient: 10, // new subscriptions of one network that were not verified yet
  leaseSeconds: 30 * daySeconds,
  shortestLeaseSeconds: 3_600,
  usualLeaseSeconds: 10 * daySeconds, // for a subscription that asks for no time
  secretBytes: 199, // the secret of a subscription
};
