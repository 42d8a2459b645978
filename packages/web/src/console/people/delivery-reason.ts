import type { ConsoleMessages } from "../../messages/console/en.ts";

/** The reason of a failed delivery in the page's language; an unknown reason is returned unchanged. */
export function formatReason(
  { reasons, answered }: Pick<ConsoleMessages, "reasons" | "answered">,
  reason: string,
): string {
  const [, answer] = /^it answered (.+)$/.exec(reason) ?? [];
  if (answer !== undefined) return answered(answer);
  const [, text = reason] = Object.entries(reasons).find(([start]) => reason.startsWith(start)) ?? [];
  return text;
}
