import { EwpError, sameNodeUrl } from "@freehold/protocol";
import { lookAt } from "./answer-connections.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Peers } from "./call-peer.ts";
import { type Answer, type Asked, jsonAnswer } from "./http.ts";
import { nowSeconds, pairOf, type State } from "./state.ts";

interface Mutation {
  query?: string;
  variables?: { typedData?: unknown; signature?: unknown };
}

/** POST /api/graphql, with one mutation: somebody follows this node (decisions 3 and 7). */
export async function answerGraphql(
  state: State,
  { body }: Asked,
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  const { query = "", variables = {} } = JSON.parse(body.toString()) as Mutation;
  try {
    if (!/\bcreateConnection\(/.test(query)) throw new EwpError("NOT_FOUND");
    const createConnection = await takeFollower(state, variables, behaviour, peers);
    return jsonAnswer(200, { data: { createConnection } });
  } catch (error) {
    const code = error instanceof EwpError ? error.code : "INTERNAL_SERVER_ERROR";
    return jsonAnswer(200, { data: null, errors: [{ message: String(error), extensions: { code } }] });
  }
}

/** The follower's node is brought the same signed data first: both sides have the record or neither has. */
async function takeFollower(
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
  await lookAt("follower", state, meaning, behaviour, peers);
  const { typedData, signature } = envelope;
  const sent = behaviour.brings({ typedData, signature });
  const status = sent === null ? 201 : await peers.post(`${url}/ewp/connections`, sent);
  if (!behaviour.standsAfter(status)) throw new EwpError("CONNECTION_NOT_FOUND");
  state.connections.set(pairOf(meaning), nowSeconds(behaviour));
  return behaviour.toldFollower({ address, url, title: "A follower" });
}
