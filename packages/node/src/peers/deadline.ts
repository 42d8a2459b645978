import { PeerError } from "@freehold/protocol";

/** The end of one call: by time, or because the caller wants no more. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** The call is over. */
  clear(): void;
}

/**
 * Starts the total time of a call.
 * @param milliseconds from now to the last byte
 * @param caller its reason becomes the signal's
 */
export function startDeadline(milliseconds: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new PeerError("timeout", "The call took too long.", { code: "DEADLINE" }));
  }, milliseconds);
  const onAbort = () => controller.abort(caller?.reason);
  if (caller?.aborted) {
    onAbort();
  }
  caller?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    },
  };
}
