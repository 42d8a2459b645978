import { endpoints } from "@freehold/protocol";
import type { SignedEndpoint } from "../check.ts";
import { NotShown } from "../expectations.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, isAccepted, type Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import { type Key, type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { type Changes, endOf, followOf, ownEndOf, ownFollowOf, proofOf, updateOf } from "./write-messages.ts";

const followMutation = `mutation Follow($typedData: JSON!, $signature: String!) {
  createConnection(typedData: $typedData, signature: $signature) { address url title }
}`;

/** Sends a body to an endpoint of signed messages. `address` replaces `:address` in its path. */
export function send(
  context: TestContext,
  endpoint: SignedEndpoint,
  body: unknown,
  address = "",
): Promise<Reply> {
  const { method, path } = endpoints[endpoint];
  return context.node.call(method, path.replace(":address", address), { body });
}

/** Posts a follow by the fake peer. If the node accepts it, the follow is ended after the check. */
export async function postFollow(
  context: TestContext,
  fakePeer: FakePeer,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { method, path } = endpoints.createConnection;
  const reply = await context.node.call(method, path, { body, headers });
  endAfterCheck(context, fakePeer, body, reply);
  return reply;
}

/** Signs and sends a message of the fake peer. Another key can sign in its place. */
type SendMessage = (
  context: TestContext,
  fakePeer: FakePeer,
  changes?: Changes,
  signer?: Key,
) => Promise<Reply>;

/** Posts a follow by the fake peer. */
export const sendFollow: SendMessage = (context, fakePeer, changes, signer = fakePeer) =>
  postFollow(context, fakePeer, signBy(signer, followOf(context, fakePeer, changes)));

/** Sends a follow to GraphQL: a node of the reference form accepts other nodes' follows only there (decisions 3). */
export async function followByGraphql(
  context: TestContext,
  fakePeer: FakePeer,
  { typedData, signature }: LooseEnvelope = signBy(fakePeer, followOf(context, fakePeer)),
): Promise<Reply> {
  const body = { query: followMutation, operationName: "Follow", variables: { typedData, signature } };
  const reply = await context.node.call("POST", "/api/graphql", { body });
  endAfterCheck(context, fakePeer, { typedData }, reply);
  return reply;
}

/** Sends a follow to the endpoint of the run's form. */
export const followInForm: SendMessage = (context, fakePeer, changes) =>
  context.form === "baseline"
    ? sendFollow(context, fakePeer, changes)
    : followByGraphql(context, fakePeer, signBy(fakePeer, followOf(context, fakePeer, changes)));

/**
 * Sends a follow by the node, signed by its owner. If the node accepts it, the follow is ended after the check. In the
 * reference form only the follower can end it.
 */
export const sendOwnFollow: SendMessage = async (context, fakePeer, changes, signer = context.owner) => {
  const body = signBy(signer, ownFollowOf(context, fakePeer, changes));
  const reply = await send(context, "createConnection", body);
  if (isAccepted(reply)) {
    const followee = context.form === "baseline" ? [fakePeer] : [];
    const follower = context.hasOwner ? [context.owner] : [];
    endWith(context, ownEndOf(context, fakePeer), [...followee, ...follower]);
  }
  return reply;
};

/** Ends the fake peer's follow of the node. */
export const sendEnd: SendMessage = (context, fakePeer, changes, signer = fakePeer) =>
  send(context, "destroyConnection", signBy(signer, endOf(context, fakePeer, changes)));

/** Ends the node's follow of the fake peer. */
export const sendOwnEnd: SendMessage = (context, fakePeer, changes) =>
  send(context, "destroyConnection", signBy(fakePeer, ownEndOf(context, fakePeer, changes)));

/** Sends the fake peer's profile. */
export const sendUpdate: SendMessage = (context, fakePeer, changes, signer = fakePeer) =>
  send(context, "updateNode", signBy(signer, updateOf(context, fakePeer, changes)), fakePeer.address);

/** Sends a proof of content that the fake peer does not have. */
export function sendProof(
  context: TestContext,
  endpoint: "publish" | "replicate",
  fakePeer: FakePeer,
  changes: Changes = {},
  signer: Key = fakePeer,
): Promise<Reply> {
  return send(context, endpoint, signBy(signer, proofOf(context, fakePeer, changes)));
}

/**
 * A fake peer that follows the node.
 * @throws NotShown when the node refuses the follow: another check reports why
 */
export async function createFollower(context: TestContext): Promise<FakePeer> {
  const fakePeer = context.fakePeer();
  requireFollow(await followInForm(context, fakePeer));
  return fakePeer;
}

/**
 * A fake peer that the node follows; the owner signed the follow.
 * @throws NotShown when the node refuses the follow
 */
export async function createFollowee(context: TestContext): Promise<FakePeer> {
  const fakePeer = context.fakePeer();
  requireFollow(await sendOwnFollow(context, fakePeer));
  return fakePeer;
}

function requireFollow(reply: Reply): void {
  if (!isAccepted(reply)) throw new NotShown(`the node refused the follow: ${describeReply(reply)}`);
}

function endAfterCheck(context: TestContext, fakePeer: FakePeer, body: unknown, reply: Reply): void {
  if (!isAccepted(reply)) return;
  const { message } = asRecord(asRecord(body).typedData);
  const followeeAddress = asRecord(message).followeeAddress ?? context.address;
  endWith(context, endOf(context, fakePeer, { followeeAddress }), [fakePeer]);
}

/** Ends a connection after the check, signed by the first of these keys that the node accepts. */
function endWith(context: TestContext, typedData: LooseTypedData, keys: readonly Key[]): void {
  context.onCleanup("A follow of the check could not be ended", async () => {
    const replies: Reply[] = [];
    for (const key of keys) {
      const reply = await send(context, "destroyConnection", signBy(key, typedData));
      if (isAccepted(reply) || reply.status === 404) return;
      replies.push(reply);
    }
    throw new Error(replies.map(describeReply).join(", "));
  });
}
