/** Limits of webhooks. */
export const webhookLimits = {
  webhooks: 20,
};
