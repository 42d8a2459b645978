import type { Address, EwpErrorCode, ParsedProfile } from "@freehold/protocol";
import { EwpError, sameNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";

/**
 * Reads the profile at a URL and makes sure that the claimed address answers there (specification 4.5).
 *
 * @param ownUrl this node's own URL, at which nobody else can be
 * @throws EwpError `mismatch`, whatever was wrong: unreachable, too large, no profile, another address (decisions 2)
 */
export async function verifyNodeIdentity(
  { peers, log }: Pick<Context, "peers" | "log">,
  claim: { address: Address; url: string; ownUrl: string },
  mismatch: EwpErrorCode,
): Promise<ParsedProfile> {
  const { address, url, ownUrl } = claim;
  if (sameNodeUrl(url, ownUrl)) throw new EwpError(mismatch);
  const profile = await peers
    .at(url)
    .profile()
    .catch((error: unknown) => {
      log.info({ address, url, error: String(error) }, "the profile of a node could not be verified");
      return null;
    });
  if (profile?.address !== address) throw new EwpError(mismatch);
  return profile;
}
