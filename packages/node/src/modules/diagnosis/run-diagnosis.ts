import { secondMs } from "@freehold/protocol/internal";
import { findConfigWarnings } from "../../config/config-warnings.ts";
import { publicUrl } from "../../config/setting-values.ts";
import type { Context } from "../../context.ts";
import { type Area, areas, type Finding, failed, skipped, warning } from "../../domain/check.ts";
import { alreadyInstalled } from "../../domain/installation/install.ts";
import { isSetupCode } from "../../domain/installation/setup-code.ts";
import { AppError, msg, type Sentence, toAppError } from "../../errors/errors.ts";
import { listModules, loadModules } from "../../module.ts";
import { createNetworkProbe } from "../../peers/network-probe.ts";
import type { Store } from "../../store/database.ts";
import {
  type DiagnosisContext,
  type DiagnosisTarget,
  isPublic,
  type NodeCheck,
  openCheckContext,
} from "./check-context.ts";
import { configurationChecks } from "./checks/configuration.ts";
import { databaseChecks } from "./checks/database.ts";
import { machineChecks } from "./checks/machine.ts";
import { outsideChecks } from "./checks/outside.ts";
import { proxyChecks } from "./checks/proxy.ts";
import { workChecks } from "./checks/work.ts";

const totalMs = 90 * secondMs; // a diagnosis
const checkMs = 15 * secondMs; // one check, where no other time is given

/** The checks of each area. Docs, command line, console and installer show them in this order. */
const checksOf: Readonly<Record<Area, readonly NodeCheck[]>> = {
  configuration: configurationChecks,
  machine: machineChecks,
  database: databaseChecks,
  work: workChecks,
  outside: outsideChecks,
  proxy: proxyChecks,
};

/** All checks with their areas, of the core and of the modules. */
export function listChecks(): readonly (NodeCheck & { readonly area: Area })[] {
  const ofModules = listModules().flatMap(({ checks = [] }) => checks);
  return areas.flatMap((area) => {
    const inArea = ofModules.filter(({ id }) => id.startsWith(`${area}.`));
    return [...checksOf[area], ...inArea].map((check) => ({ ...check, area }));
  });
}

/** The result of one check. */
export interface DiagnosisResult extends Finding {
  readonly id: string;
  readonly area: Area;
}

export interface DiagnosisOptions {
  /** An address that the node may get; null for the configured one. Only the checks of an address run. */
  readonly candidate?: { readonly url: string | null };
  /** The ids of the checks to run; without it, all. */
  readonly only?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  /** Called with each result, in the order in which the checks finish. */
  readonly onResult?: (result: DiagnosisResult, done: number, of: number) => void;
}

/**
 * Runs all checks at the same time. They change nothing.
 *
 * @returns a result for each check, in the order of the table
 */
export async function runDiagnosis(
  target: DiagnosisTarget,
  { candidate, only, signal: caller, onResult }: DiagnosisOptions = {},
): Promise<DiagnosisResult[]> {
  const timeout = AbortSignal.timeout(totalMs);
  const signal = caller ? AbortSignal.any([timeout, caller]) : timeout;
  await using context = await openCheckContext(target, { candidate, signal });
  await loadModules();
  const wanted = listChecks().filter(
    (check) => (!candidate || check.beforeOwner === true) && (!only || only.has(check.id)),
  );
  let done = 0;
  const results = await Promise.all(
    wanted.map(async (check) => {
      const result = { id: check.id, area: check.area, ...(await runCheck(check, context)) };
      done += 1;
      onResult?.(result, done, wanted.length);
      return result;
    }),
  );
  caller?.throwIfAborted();
  return results;
}

async function runCheck(check: NodeCheck, context: DiagnosisContext): Promise<Finding> {
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  const { timeLimitMs = checkMs } = check;
  const timer = setTimeout(() => resolve(tooLate(check, timeLimitMs)), timeLimitMs);
  try {
    return await Promise.race([runIfPossible(check, context), late]);
  } catch (error) {
    // The time for all checks is over: that is not in the log.
    if (context.signal.aborted) return tooLate(check, totalMs);
    const shortage = findShortage(error);
    if (shortage) return shortage;
    context.log.error({ err: error, check: check.id }, "a check failed");
    return failed(
      msg`The check “${check.id}” could not be run.`,
      msg`Check the log for the reason, and report it if this stays.`,
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Why a check could not read or write; null for an error of the check itself. */
function findShortage(error: unknown): Finding | null {
  switch (toAppError(error)?.code) {
    case "NO_SPACE":
      return failed(
        msg`The disk is full, so this could not be checked.`,
        msg`Free some space on the disk of the data folder: see machine.disk.`,
      );
    case "BUSY":
      return warning(
        msg`The database was locked by another program, or too many files are open, so this could not be checked.`,
        msg`Run the diagnosis again when the node is less busy.`,
      );
    default:
      return null;
  }
}

function tooLate({ id }: Pick<NodeCheck, "id">, limitMs: number): Finding {
  return warning(
    msg`The check “${id}” took longer than ${limitMs / 1000} s and was stopped.`,
    msg`Run the diagnosis again when the node is less busy.`,
  );
}

async function runIfPossible(check: NodeCheck, context: DiagnosisContext): Promise<Finding> {
  const missing = await findMissing(check, context);
  return missing === null ? await check.run(context) : skipped(missing);
}

/** Why a check can't run now; null if it can. */
async function findMissing({ needs = [] }: NodeCheck, context: DiagnosisContext): Promise<Sentence | null> {
  const { database, tableProblem, pending, own, publicUrl, config } = context;
  if (needs.includes("store") && "problem" in database) return msg`The database does not open.`;
  if (needs.includes("tables") && tableProblem !== null) return msg`The database can't be read.`;
  if (needs.includes("tables") && pending.length > 0) {
    return msg`The tables lack ${pending.join(", ")} of this version.`;
  }
  if (needs.includes("owner") && !own) return msg`The node has no owner yet.`;
  if (needs.includes("public-url") && !isPublic(publicUrl)) {
    return publicUrl === null
      ? msg`The node has no public address yet.`
      : msg`${publicUrl} is for this machine only: nobody else can reach it.`;
  }
  if (needs.includes("probe") && config.readOnly) {
    return msg`The node is read-only, and this check writes to its database.`;
  }
  if (needs.includes("reach") && (await context.probeFromOutside()).kind !== "arrived") {
    return msg`The node was not reached by its public address: see outside.reach.`;
  }
  return null;
}

/** The result of the last whole diagnosis of a running node. */
export interface LastDiagnosis {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The number of checks that failed. */
  readonly failed: number;
}

/** By database, since each request has a store of its own: the nodes of this process with a diagnosis under way, and the results of their last ones. */
const busy = new WeakSet<Store["db"]>();
const last = new WeakMap<Store["db"], LastDiagnosis>();

/** The result of the last whole diagnosis in this process; null before the first one. */
export function readLastDiagnosis({ store }: Pick<Context, "store">): LastDiagnosis | null {
  return last.get(store.db) ?? null;
}

type RunningContext = Pick<Context, "config" | "store" | "clock" | "log" | "peers" | "blobs" | "events">;

/**
 * Diagnoses the node from inside its own process, once at a time.
 *
 * @throws AppError RATE_LIMITED during another diagnosis
 */
export async function diagnoseRunning(
  context: RunningContext,
  options: DiagnosisOptions = {},
): Promise<DiagnosisResult[]> {
  const { store, clock } = context;
  if (busy.has(store.db))
    throw new AppError("RATE_LIMITED", "Another check is running. Try again when it is done.");
  busy.add(store.db);
  try {
    const results = await runInside(context, options);
    if (!options.candidate) {
      const failed = results.filter(({ state }) => state === "failed").length;
      last.set(store.db, { at: new Date(clock.now()).toISOString(), failed });
    }
    return results;
  } finally {
    busy.delete(store.db);
  }
}

/** Runs some checks of a running node beside any diagnosis. */
export async function watchRunning(
  context: RunningContext,
  options: Required<Pick<DiagnosisOptions, "only" | "signal">>,
): Promise<DiagnosisResult[]> {
  return await runInside(context, options);
}

async function runInside(context: RunningContext, options: DiagnosisOptions): Promise<DiagnosisResult[]> {
  const { store, config, events } = context;
  using networkProbe = createNetworkProbe(config);
  const warnings = findConfigWarnings(config, {});
  const results = await runDiagnosis({ ...context, networkProbe, warnings, database: store }, options);
  if (!options.candidate) events.emit("checks.done", results);
  return results;
}

/**
 * Tells whether others reach the node at an address, before the owner signs it.
 *
 * @param url the address that the node may get; null for the configured one
 * @throws AppError VALIDATION_FAILED for an address that can't be used, RATE_LIMITED
 */
export async function diagnoseAddress(
  context: Parameters<typeof diagnoseRunning>[0],
  { url, signal }: { url: unknown; signal: AbortSignal },
): Promise<DiagnosisResult[]> {
  const address = publicUrl.nullable().safeParse(url == null ? null : typeof url === "string" ? url : "");
  if (!address.success) {
    throw new AppError("VALIDATION_FAILED", msg`The address ${address.error.issues[0]?.message}.`);
  }
  return await diagnoseRunning(context, { candidate: { url: address.data }, signal });
}

/**
 * The same for the installer. The node calls that address, so the setup code is required, even if the configuration names
 * the owner.
 *
 * @throws AppError CONFLICT if the node has an owner, FORBIDDEN; and as `diagnoseAddress`
 */
export async function diagnoseForInstaller(
  context: Parameters<typeof diagnoseRunning>[0] & Pick<Context, "owner">,
  { setupCode, ...asked }: { url: unknown; setupCode: string | null; signal: AbortSignal },
): Promise<DiagnosisResult[]> {
  if (await context.owner.get()) throw alreadyInstalled();
  if (!(await isSetupCode(context, setupCode))) {
    throw new AppError("FORBIDDEN", "The setup code is missing or wrong.");
  }
  return await diagnoseAddress(context, asked);
}
