import { EwpError, isChecksumAddress } from "@freehold/protocol";
import type { Behaviour } from "./behaviour.ts";
import type { Peers } from "./call-peer.ts";
import { type Answer, emptyAnswer } from "./http.ts";
import type { State } from "./state.ts";

/** PATCH /ewp/nodes/:address (specification 4.8, decisions 4). */
export async function answerUpdate(
  state: State,
  { path, body }: { path: string; body: unknown },
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  if (!behaviour.isPathAddress(path, isChecksumAddress(path))) throw new EwpError("INVALID_ADDRESS");
  const parsed = behaviour.parse("NodeProfileUpdate", body);
  const { ownerAddress } = parsed.claims;
  if (ownerAddress.toLowerCase() !== path.toLowerCase()) throw new EwpError("ADDRESS_MISMATCH");
  const { meaning } = behaviour.verify(parsed, { now: behaviour.clock() });
  const known = state.nodes.get(ownerAddress);
  if (!known) {
    if (!behaviour.updatesUnknown) throw new EwpError("NODE_NOT_FOUND");
    return emptyAnswer;
  }
  if (!behaviour.isNewerUpdate(meaning.timestamp, known.updatedAt)) return emptyAnswer;
  if (behaviour.verifiesUrl(meaning.url, known.url)) {
    const profile = await peers.profile(meaning.url, behaviour);
    if (!behaviour.profileFits(profile, ownerAddress)) throw new EwpError("URL_VERIFICATION_FAILED");
  }
  known.updatedAt = meaning.timestamp;
  if (behaviour.storesUrl) known.url = meaning.url;
  return emptyAnswer;
}
