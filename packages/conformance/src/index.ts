export { type Check, type Need, type Section, sections } from "./check.ts";
export { checks } from "./checks/checks.ts";
export type { PeerOptions } from "./peer/serve-peer.ts";
export type { CheckResult, Outcome, Report } from "./report.ts";
export { ConformanceError, type ConformanceOptions, runConformance } from "./run-conformance.ts";
