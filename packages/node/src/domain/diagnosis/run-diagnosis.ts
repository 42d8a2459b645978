import { findConfigWarnings } from "../../config/config.ts";
import { publicUrl } from "../../config/setting-values.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { createNetworkProbe } from "../../peers/network-probe.ts";
import type { Store } from "../../store/database.ts";
import { alreadyInstalled } from "../installation/install.ts";
import { isSetupCode } from "../installation/setup-code.ts";
import { type Check, type Finding, failed, msg, type Sentence, skipped, warning } from "./check.ts";
import { type CheckContext, type DiagnosisTarget, isPublic, openCheckContext } from "./check-context.ts";
import { checks } from "./checks.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";

/** One line of a diagnosis. */
export interface DiagnosisResult extends Finding, Pick<Check, "id" | "area"> {}

export interface DiagnosisOptions {
  /** Before the node has an owner: the address that it is going to have, and nothing but what installing needs. */
  readonly installing?: { readonly url: string | null };
  readonly signal?: AbortSignal;
  /** Called as each line is known, in no order. */
  readonly onResult?: (line: DiagnosisResult, known: number, of: number) => void;
}

/**
 * Looks at everything that is known to go wrong with a node, side by side, and changes nothing.
 *
 * @returns a line for each check, in the order of the table
 */
export async function runDiagnosis(
  target: DiagnosisTarget,
  { installing, signal: caller, onResult }: DiagnosisOptions = {},
): Promise<DiagnosisResult[]> {
  const timeout = AbortSignal.timeout(limits.totalMs);
  const signal = caller ? AbortSignal.any([timeout, caller]) : timeout;
  await using examination = await openCheckContext(target, { url: installing?.url ?? null, signal });
  const wanted = checks.filter((check) => !installing || check.beforeOwner === true);
  let known = 0;
  const lines = await Promise.all(
    wanted.map(async (check) => {
      const line = { id: check.id, area: check.area, ...(await runCheck(check, examination)) };
      known += 1;
      onResult?.(line, known, wanted.length);
      return line;
    }),
  );
  caller?.throwIfAborted();
  return lines;
}

/** Whether a node is as it should be, but for what is worth a look. */
export function isHealthy(lines: readonly Pick<DiagnosisResult, "state">[]): boolean {
  return lines.every(({ state }) => state !== "failed");
}

async function runCheck(check: Check, examination: CheckContext): Promise<Finding> {
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  const seconds = check.timeLimitMs / 1000;
  const timer = setTimeout(() => {
    resolve(
      warning(
        msg`This took longer than ${seconds} s and was given up.`,
        msg`Run the diagnosis again when the node is less busy.`,
      ),
    );
  }, check.timeLimitMs);
  try {
    return await Promise.race([runIfPossible(check, examination), late]);
  } catch (error) {
    if (!examination.signal.aborted) examination.log.error({ err: error, check: check.id }, "a check failed");
    return failed(
      msg`This could not be looked at.`,
      msg`Look into the log for the reason, and report it if it stays.`,
    );
  } finally {
    clearTimeout(timer);
  }
}

async function runIfPossible(check: Check, examination: CheckContext): Promise<Finding> {
  const lack = await findMissing(check, examination);
  return lack === null ? await check.run(examination) : skipped(lack);
}

/** Why a check makes no sense now; null when it does. */
async function findMissing({ needs }: Check, examination: CheckContext): Promise<Sentence | null> {
  const { store, tableProblem, pending, own, publicUrl, config } = examination;
  if (needs.includes("store") && !store) return msg`The database does not open.`;
  if (needs.includes("tables") && tableProblem !== null) return msg`The database can't be read.`;
  if (needs.includes("tables") && pending.length > 0) {
    return msg`The tables lack ${pending.join(", ")} of this version.`;
  }
  if (needs.includes("owner") && !own) return msg`The node has no owner yet.`;
  if (needs.includes("public-url") && !isPublic(publicUrl)) {
    return publicUrl === null
      ? msg`The node has no public address yet.`
      : msg`${publicUrl} is for this machine alone: nobody else can reach it.`;
  }
  if (needs.includes("probe") && config.readOnly) {
    return msg`The node was started to be read alone, and a probe is a row in its database.`;
  }
  if (needs.includes("reach") && (await examination.probeFromOutside()).kind !== "arrived") {
    return msg`The node was not reached by its public address: see outside.reach.`;
  }
  return null;
}

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
): Promise<DiagnosisResult[]> {
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

/**
 * What an installer wants to know before the owner signs the address: whether others reach the node there. It has the node
 * make calls, so it takes the setup code, also where the configuration names the owner.
 *
 * @param url the address that the node is going to have; null for the configured one
 * @param setupCode what the client gave as the setup code, or null
 * @throws AppError CONFLICT when the node has an owner, FORBIDDEN, VALIDATION_FAILED for what is no address, RATE_LIMITED
 */
export async function diagnoseForInstaller(
  context: Parameters<typeof diagnoseRunning>[0] & Pick<Context, "owner">,
  { url, setupCode, signal }: { url: unknown; setupCode: string | null; signal: AbortSignal },
): Promise<DiagnosisResult[]> {
  if (await context.owner.get()) throw alreadyInstalled();
  if (!(await isSetupCode(context, setupCode))) {
    throw new AppError("FORBIDDEN", "The setup code is missing or wrong.");
  }
  const address = publicUrl.nullable().safeParse(url == null ? null : typeof url === "string" ? url : "");
  if (!address.success) {
    throw new AppError("VALIDATION_FAILED", `The address ${address.error.issues[0]?.message}.`);
  }
  return await diagnoseRunning(context, { installing: { url: address.data }, signal });
}
