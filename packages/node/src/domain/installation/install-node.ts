import type { Context } from "../../context.ts";
import type { Profile } from "../../store/profiles.ts";
import { checkInstallation } from "./check-installation.ts";
import { removeSetupCode } from "./setup-code.ts";
import { writeInstallation } from "./write-installation.ts";

/**
 * Installs the node for the owner who signed (specification 4.10, decisions 7), for somebody who has the
 * data folder: no setup code is asked for.
 *
 * @param body the signed envelope of a `DATA` message; `node.avatar` is a data URI or empty
 * @returns the node's own profile
 * @throws EwpError what the envelope lacks; AppError FORBIDDEN for another owner than the configured one,
 *   CONFLICT when the node is installed, VALIDATION_FAILED for settings that are none
 */
export async function installNode(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "recover">,
  body: unknown,
): Promise<Profile> {
  const profile = await writeInstallation(context, await checkInstallation(context, body));
  await removeSetupCode(context);
  return profile;
}
