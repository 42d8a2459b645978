import { EwpError, type NodeProfile } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { migrate } from "../../store/migrate.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { toNodeProfile } from "../profile/owner.ts";
import { alreadyInstalled, checkInstallation, writeInstallation } from "./install.ts";
import { isSetupCode, removeSetupCode } from "./setup-code.ts";

/** The steps of an installation, in order (decisions 7). */
export const installationSteps = ["preCheck", "initialSchema", "initialData"] as const;
export type InstallationStep = (typeof installationSteps)[number];

export interface StepResult {
  readonly step: InstallationStep;
  readonly success: boolean;
  /** Why it failed; null for a step that did not, and for one that nobody came to. */
  readonly error: string | null;
}

export interface InstallationReport {
  readonly result: readonly StepResult[];
  /** The node's profile; null when a step failed. */
  readonly node: NodeProfile | null;
}

type Needs = Pick<Context, "store" | "blobs" | "clock" | "config" | "recover" | "log">;

/**
 * Installs the node over HTTP (specification 4.10, decisions 7) for a client that knows the setup code, or for the owner
 * whom the configuration names. What stopped half-way can be run again.
 *
 * @param body the signed envelope of a `DATA` message
 * @param setupCode what the client gave as the setup code, or null
 * @returns how each step went; nothing is thrown
 */
export async function runInstallation(
  context: Needs,
  body: unknown,
  setupCode: string | null,
): Promise<InstallationReport> {
  let step: InstallationStep = "preCheck";
  try {
    await requireRight(context, setupCode);
    const checked = await checkInstallation(context, body);
    step = "initialSchema";
    await migrate(context.store);
    step = "initialData";
    const profile = await writeInstallation(context, checked);
    await removeSetupCode(context).catch((error: unknown) => {
      context.log.warn({ error }, "the setup code's file could not be removed; it opens nothing any more");
    });
    return { result: resultsUpTo(null, null), node: toNodeProfile(profile) };
  } catch (error) {
    const expected = error instanceof AppError || error instanceof EwpError;
    if (!expected) context.log.error({ error, step }, "a step of the installation failed");
    return { result: resultsUpTo(step, explain(error)), node: null };
  }
}

/** @throws AppError CONFLICT when there is nothing to install, FORBIDDEN for somebody who may not */
async function requireRight(context: Needs, setupCode: string | null): Promise<void> {
  if (await findOwnProfile(context.store.db)) throw alreadyInstalled();
  // The signature will show whether it is the owner; nobody else gets any further.
  if (context.config.owner !== null) return;
  if (!(await isSetupCode(context, setupCode))) {
    throw new AppError(
      "FORBIDDEN",
      "The setup code is missing or wrong. The node prints it, in a link to its installer, when it starts.",
    );
  }
}

function resultsUpTo(failed: InstallationStep | null, error: string | null): StepResult[] {
  const reached = failed === null ? installationSteps.length : installationSteps.indexOf(failed);
  return installationSteps.map((step, index) => ({
    step,
    success: index < reached,
    error: step === failed ? error : null,
  }));
}

/** What went wrong in words for whoever installs; what was not expected is in the log alone. */
function explain(error: unknown): string {
  if (error instanceof EwpError) return `${error.code}: ${error.detail}`;
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  return "INTERNAL_ERROR: It is not your doing. What went wrong is in the node's log.";
}
