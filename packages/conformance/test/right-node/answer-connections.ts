import { EwpError, type Meanings, sameNodeUrl } from "@freehold/protocol";
import type { Behaviour, Side } from "./behaviour.ts";
import type { Peers } from "./call-peer.ts";
import { type Answer, emptyAnswer, jsonAnswer } from "./http.ts";
import { nowSeconds, pairOf, type State } from "./state.ts";

type Follow = Meanings["CreateConnection"];

/** POST /ewp/connections (specification 4.5, decisions 2 and 3). */
export async function answerFollow(
  state: State,
  body: unknown,
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  const parsed = behaviour.parse("CreateConnection", body);
  const { meaning, signer } = behaviour.verify(parsed, { now: behaviour.clock() });
  const own = state.owner.address;
  // A reference-only node accepts followers only by GraphQL (decisions 3).
  if (!behaviour.forms.includes("baseline") && signer !== own) throw new EwpError("INVALID_SIGNATURE");
  if (!behaviour.concernsNode([meaning.followerAddress, meaning.followeeAddress], own)) {
    throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
  }
  const pair = pairOf(meaning);
  if (behaviour.verifiesBeforeExisting) await verifyBoth(state, meaning, behaviour, peers);
  if (state.connections.has(pair) && behaviour.sameFollowIsRefused)
    throw new EwpError("CONNECTION_ALREADY_EXISTS");
  const ended = state.tombstones.get(pair);
  if (ended !== undefined && behaviour.isOldFollow(meaning.timestamp, ended))
    throw new EwpError("STALE_REQUEST");
  if (behaviour.storesRefused) state.connections.set(pair, nowSeconds(behaviour));
  if (!behaviour.verifiesBeforeExisting) await verifyBoth(state, meaning, behaviour, peers);
  state.connections.set(pair, nowSeconds(behaviour));
  return jsonAnswer(201, { status: "created" });
}

async function verifyBoth(state: State, meaning: Follow, behaviour: Behaviour, peers: Peers): Promise<void> {
  await verifySide("followee", state, meaning, behaviour, peers);
  await verifySide("follower", state, meaning, behaviour, peers);
}

/** Verifies the identity of one side of a follow and stores its node. */
export async function verifySide(
  side: Side,
  state: State,
  meaning: Follow,
  behaviour: Behaviour,
  peers: Peers,
): Promise<void> {
  const [address, url] =
    side === "follower"
      ? [meaning.followerAddress, meaning.followerUrl]
      : [meaning.followeeAddress, meaning.followeeUrl];
  const mismatch = side === "follower" ? "FOLLOWER_IDENTITY_MISMATCH" : "FOLLOWEE_IDENTITY_MISMATCH";
  if (address === state.owner.address) {
    if (!behaviour.ownUrlFits(url, state.url)) throw new EwpError(mismatch);
    return;
  }
  if (sameNodeUrl(url, state.url)) throw new EwpError(mismatch);
  const known = { url, form: "baseline" as const, updatedAt: 0 };
  if (behaviour.verifiesProfile(side)) {
    const profile = await peers.profile(url, behaviour);
    if (!behaviour.profileFits(profile, address)) throw new EwpError(mismatch);
    known.updatedAt = Math.floor(Date.parse(profile?.updatedAt ?? "") / 1000) || 0;
  }
  state.nodes.set(address, known);
}

/** DELETE /ewp/connections (specification 4.6). */
export function answerEnd(state: State, body: unknown, behaviour: Behaviour): Answer {
  const parsed = behaviour.parse("DestroyConnection", body);
  const { meaning } = behaviour.verify(parsed, { now: behaviour.clock() });
  const pair = pairOf(meaning);
  const createdAt = state.connections.get(pair);
  if (createdAt === undefined) {
    const missing = behaviour.missingEnd[parsed.form];
    if (missing !== null) throw new EwpError(missing);
    return emptyAnswer;
  }
  if (behaviour.isStaleEnd(createdAt, meaning.timestamp)) throw new EwpError("STALE_REQUEST");
  state.connections.delete(pair);
  state.tombstones.set(pair, meaning.timestamp);
  return emptyAnswer;
}
