import { EwpError, sameNodeUrl } from "@freehold/protocol";
import { verifySide } from "./answer-connections.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Peers } from "./call-peer.ts";
import { type Answer, type Asked, jsonAnswer } from "./http.ts";
import { nowSeconds, pairOf, type State } from "./state.ts";

interface Mutation {
  query?: string;
  variables?: { typedData?: unknown; signature?: unknown };
}

/** POST /api/graphql with one mutation: a follow of this node (decisions 3 and 7). */
export async function answerGraphql(
  state: State,
  { body }: Asked,
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  const { query = "", variables = {} } = JSON.parse(body.toString()) as Mutation;
  try {
    if (!/\bcreateConnection\(/.test(query)) throw new EwpError("NOT_FOUND");
    const createConnection = await acceptFollower(state, variables, behaviour, peers);
    return jsonAnswer(200, { data: { createConnection } });
  } catch (error) {
    const code = error instanceof EwpError ? error.code : "INTERNAL_SERVER_ERROR";
    return jsonAnswer(200, { data: null, errors: [{ message: String(error), extensions: { code } }] });
  }
}

/** Sends the same signed data to the follower's node first: both sides have the record or neither has. */
async function acceptFollower(
  state: State,
  envelope: NonNullable<Mutation["variables"]>,
  behaviour: Behaviour,
  peers: Peers,
): Promise<object> {
  const { meaning } = behaviour.verify(behaviour.parse("CreateConnection", envelope), {
    now: behaviour.clock(),
  });
  const { followerUrl: url, followerAddress: address } = meaning;
  const isOwn = behaviour.concernsFollowee(meaning.followeeAddress, state.owner.address);
  if (!isOwn || !sameNodeUrl(meaning.followeeUrl, state.url))
    throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");
  await verifySide("follower", state, meaning, behaviour, peers);
  const { typedData, signature } = envelope;
  const sent = behaviour.forwardedEnvelope({ typedData, signature });
  const status = sent === null ? 201 : await peers.post(`${url}/ewp/connections`, sent);
  if (!behaviour.acceptsForwardStatus(status)) throw new EwpError("CONNECTION_NOT_FOUND");
  state.connections.set(pairOf(meaning), nowSeconds(behaviour));
  return behaviour.followerReply({ address, url, title: "A follower" });
}
