import type { Context } from "../../context.ts";
import { deletePushSubscription } from "../../store/notifications.ts";

/**
 * Tells a device no more.
 *
 * @param endpoint as it was subscribed
 * @returns whether it was told before
 */
export async function unsubscribeNotification(
  { store }: Pick<Context, "store">,
  endpoint: string,
): Promise<boolean> {
  const href = URL.parse(endpoint)?.href;
  return (
    href !== undefined && (await store.transaction((tx) => deletePushSubscription(tx, { endpoint: href })))
  );
}
