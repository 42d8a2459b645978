import { type Check, type Finding, failed, skipped, warning } from "./check.ts";
import { checks } from "./checks.ts";
import { diagnosisLimits as limits } from "./diagnosis-limits.ts";
import { type DiagnosisTarget, type Examination, isForOthers, openExamination } from "./examination.ts";
import { type Sentence, say } from "./sentence.ts";

/** One line of a diagnosis. */
export interface DiagnosisLine extends Finding, Pick<Check, "id" | "area"> {}

export interface DiagnosisOptions {
  /** Before the node has an owner: the address that it is going to have, and nothing but what installing needs. */
  readonly installing?: { readonly url: string | null };
  readonly signal?: AbortSignal;
  /** Called as each line is known, in no order. */
  readonly onLine?: (line: DiagnosisLine, known: number, of: number) => void;
}

/**
 * Looks at everything that is known to go wrong with a node, side by side, and changes nothing.
 *
 * @returns a line for each check, in the order of the table
 */
export async function runDiagnosis(
  target: DiagnosisTarget,
  { installing, signal: caller, onLine }: DiagnosisOptions = {},
): Promise<DiagnosisLine[]> {
  const timeout = AbortSignal.timeout(limits.totalMs);
  const signal = caller ? AbortSignal.any([timeout, caller]) : timeout;
  await using examination = await openExamination(target, { url: installing?.url ?? null, signal });
  const wanted = checks.filter((check) => !installing || check.beforeOwner === true);
  let known = 0;
  const lines = await Promise.all(
    wanted.map(async (check) => {
      const line = { id: check.id, area: check.area, ...(await look(check, examination)) };
      known += 1;
      onLine?.(line, known, wanted.length);
      return line;
    }),
  );
  caller?.throwIfAborted();
  return lines;
}

/** Whether a node is as it should be, but for what is worth a look. */
export function isSound(lines: readonly Pick<DiagnosisLine, "state">[]): boolean {
  return lines.every(({ state }) => state !== "failed");
}

async function look(check: Check, examination: Examination): Promise<Finding> {
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  const seconds = check.timeLimitMs / 1000;
  const timer = setTimeout(() => {
    resolve(
      warning(
        say`This took longer than ${seconds} s and was given up.`,
        say`Run the diagnosis again when the node is less busy.`,
      ),
    );
  }, check.timeLimitMs);
  try {
    return await Promise.race([lookWhereItMakesSense(check, examination), late]);
  } catch (error) {
    if (!examination.signal.aborted) examination.log.error({ err: error, check: check.id }, "a check failed");
    return failed(
      say`This could not be looked at.`,
      say`Look into the log for the reason, and report it if it stays.`,
    );
  } finally {
    clearTimeout(timer);
  }
}

async function lookWhereItMakesSense(check: Check, examination: Examination): Promise<Finding> {
  const lack = await findLack(check, examination);
  return lack === null ? await check.look(examination) : skipped(lack);
}

/** Why a check makes no sense now; null when it does. */
async function findLack({ needs }: Check, examination: Examination): Promise<Sentence | null> {
  const { store, tableProblem, own, publicUrl, config } = examination;
  if (needs.includes("store") && !store) return say`The database does not open.`;
  if (needs.includes("tables") && tableProblem !== null) return say`The database can't be read.`;
  if (needs.includes("owner") && !own) return say`The node has no owner yet.`;
  if (needs.includes("public-url") && !isForOthers(publicUrl)) {
    return publicUrl === null
      ? say`The node has no public address yet.`
      : say`${publicUrl} is for this machine alone: nobody else can reach it.`;
  }
  if (needs.includes("probe") && config.readOnly) {
    return say`The node was started to be read alone, and a probe is a row in its database.`;
  }
  if (needs.includes("reach") && (await examination.outside()).kind !== "arrived") {
    return say`The node was not reached by its public address: see outside.reach.`;
  }
  return null;
}
