import { publicUrl } from "../../config/setting-values.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { alreadyInstalled } from "../installation/install.ts";
import { isSetupCode } from "../installation/setup-code.ts";
import { diagnoseRunning } from "./diagnose-running.ts";
import type { DiagnosisLine } from "./run-diagnosis.ts";

/**
 * What an installer wants to know before the owner signs the address: whether others reach the node there. It has the node
 * make calls, so it takes the setup code, also where the configuration names the owner.
 *
 * @param url the address that the node is going to have; null for the configured one
 * @param setupCode what the client gave as the setup code, or null
 * @throws AppError CONFLICT when the node has an owner, FORBIDDEN, VALIDATION_FAILED for what is no address, RATE_LIMITED
 */
export async function diagnoseForInstaller(
  context: Parameters<typeof diagnoseRunning>[0] & Pick<Context, "config" | "owner">,
  { url, setupCode, signal }: { url: unknown; setupCode: string | null; signal: AbortSignal },
): Promise<DiagnosisLine[]> {
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
