/** Limits of notifications. */
export const notificationLimits = {
  notifications: 1_000,
  pushSubscriptions: 20,
};
