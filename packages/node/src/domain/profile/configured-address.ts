import { parseNodeUrl, sameNodeUrl } from "@freehold/protocol";
import { program } from "../../config/program.ts";
import { msg, type Sentence } from "../../errors/errors.ts";

/**
 * The difference between `FREEHOLD_URL` and the address that the owner has signed, and the one thing to do about it: the same words
 * in the log, in the dashboard and of `freehold doctor`.
 *
 * @param configured null where it is not set
 * @returns null where both are one address
 */
export function compareAddresses(
  configured: string | null,
  signed: string,
): { readonly finding: Sentence; readonly advice: Sentence } | null {
  if (configured === null || configured === signed || sameNodeUrl(configured, signed)) return null;
  if (parseNodeUrl(configured) === null)
    return parseNodeUrl(signed) === null
      ? null
      : {
          finding: msg`FREEHOLD_URL is ${configured}, but other nodes know this one as ${signed}.`,
          advice: msg`Set FREEHOLD_URL to ${signed}.`,
        };
  if (parseNodeUrl(signed) === null)
    return {
      finding: msg`FREEHOLD_URL is ${configured}, but the signed address is ${signed}, which only this machine can open.`,
      advice: msg`Sign the new address: run \`${program} moved ${configured}\`, or use Settings, Address in the dashboard.`,
    };
  return {
    finding: msg`FREEHOLD_URL is ${configured}, but other sites know this one as ${signed}, which is used.`,
    advice: msg`If the node has moved, run \`${program} moved ${configured}\`, or use Settings, Address in the dashboard; if not, set FREEHOLD_URL to ${signed}.`,
  };
}
