import type { CallOut } from "./call-out.ts";
import { asRecord, badSignature, readMessage } from "./messages.ts";
import { invalid, Refusal } from "./refusal.ts";
import { isConnected, type Profile, type ReferenceNode, type ReferenceState, saveNode } from "./state.ts";

/**
 * GraphQL knows one mutation: somebody follows this node (decisions 3, 7). The follower's node is called first, and what
 * it is goes into the own records after that: a profile that they refuse is an error without a code.
 */
export async function answerGraphql(state: ReferenceState, out: CallOut, body: unknown): Promise<object> {
  const { query, variables } = asRecord(body);
  if (typeof query !== "string" || !/\bcreateConnection\s*\(/.test(query)) {
    return { errors: [{ message: "Unknown operation", extensions: { code: "GRAPHQL_VALIDATION_FAILED" } }] };
  }
  try {
    const { address, url, title } = await takeFollower(state, out, variables);
    return { data: { createConnection: { address, url, title } } };
  } catch (error) {
    const isNamed = error instanceof Refusal && error.status !== 500;
    return {
      data: null,
      errors: [{ message: String(error), ...(isNamed && { extensions: { code: error.code } }) }],
    };
  }
}

async function takeFollower(state: ReferenceState, out: CallOut, body: unknown): Promise<ReferenceNode> {
  const { message, signer, signed } = await readMessage("CreateConnection", body, { window: true });
  const { node } = state;
  if (
    message.followeeAddress !== node.address ||
    message.followeeUrl !== node.url ||
    signer === node.address
  ) {
    throw invalid("This is not about this node.");
  }
  const profile = await verify(out, message.followerUrl, signer, "FOLLOWER_IDENTITY_MISMATCH");
  const reply = await out.send("POST", `${message.followerUrl}/ewp/connections`, signed);
  if (reply?.status !== 201 && reply?.status !== 409) {
    throw new Refusal(400, "CONNECTION_FAILED", `The follower's node answered ${reply?.status}.`);
  }
  const follower = saveNode(state, profile);
  if (isConnected(state, signer, node.address)) throw exists();
  state.connections.push({ follower: signer, followee: node.address });
  return follower;
}

/** POST /ewp/connections takes only what its own owner signed on another node's page. */
export async function acceptOwnFollow(state: ReferenceState, out: CallOut, body: unknown): Promise<void> {
  const { message, signer } = await readMessage("CreateConnection", body, { window: true });
  if (signer !== state.node.address) throw badSignature();
  const { followeeUrl, followeeAddress } = message;
  const profile = await verify(out, followeeUrl, followeeAddress, "FOLLOWEE_IDENTITY_MISMATCH");
  if (message.followerUrl !== state.node.url) {
    throw new Refusal(401, "FOLLOWER_IDENTITY_MISMATCH", "This node is elsewhere.");
  }
  saveNode(state, profile);
  if (isConnected(state, signer, followeeAddress)) throw exists();
  state.connections.push({ follower: signer, followee: followeeAddress });
}

/** DELETE /ewp/connections: by the follower alone. A connection that is not there is ended all the same. */
export async function acceptUnfollow(state: ReferenceState, body: unknown): Promise<void> {
  const { message, signer } = await readMessage("DeleteConnection", body, { window: true });
  const { followerAddress, followeeAddress } = message;
  if (signer !== followerAddress) throw badSignature();
  state.connections = state.connections.filter(
    ({ follower, followee }) => follower !== followerAddress || followee !== followeeAddress,
  );
}

async function verify(out: CallOut, url: string, address: string, code: string): Promise<Profile> {
  const profile = await out.profile(url);
  if (profile?.address !== address) throw new Refusal(401, code, "Somebody else answers there.");
  return profile;
}

function exists(): Refusal {
  return new Refusal(409, "CONNECTION_ALREADY_EXISTS", "They are connected already.");
}
