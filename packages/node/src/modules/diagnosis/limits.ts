import { KiB, secondMs } from "@freehold/protocol/internal";

/** Limits of a diagnosis: of its own work, and the thresholds from which it reports a problem. */
export const diagnosisLimits = {
  probeReplyBytes: 64 * KiB, // the answer to a probe
  outsideMs: 15 * secondMs, // one way round the outside
  clockNoticedMs: 30 * secondMs, // a clock that is off by more is reported
  setAside: 1_000, // work set aside that is counted
};
