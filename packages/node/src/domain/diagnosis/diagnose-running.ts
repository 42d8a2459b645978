import { findConfigWarnings } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { createNetworkProbe } from "../../peers/network-probe.ts";
import type { Store } from "../../store/database.ts";
import { type DiagnosisLine, type DiagnosisOptions, runDiagnosis } from "./run-diagnosis.ts";

type Needs = Pick<Context, "config" | "store" | "clock" | "log" | "peers" | "blobs">;

/** Nodes of this process that are being looked at. */
const busy = new WeakSet<Store>();

/**
 * A diagnosis of the node from inside its own process: one at a time.
 *
 * @throws AppError RATE_LIMITED while another one is made
 */
export async function diagnoseRunning(
  context: Needs,
  options: DiagnosisOptions = {},
): Promise<DiagnosisLine[]> {
  const { store, config } = context;
  if (busy.has(store)) throw new AppError("RATE_LIMITED", "A diagnosis is being made already.");
  busy.add(store);
  try {
    using networkProbe = createNetworkProbe(config);
    const warnings = findConfigWarnings(config, {});
    return await runDiagnosis({ ...context, networkProbe, warnings, database: store }, options);
  } finally {
    busy.delete(store);
  }
}
