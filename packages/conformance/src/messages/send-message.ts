import { endpoints } from "@freehold/protocol";
import type { SignedEndpoint } from "../check.ts";
import { NotShown } from "../expectations.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, isAccepted, type Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import { type Key, type LooseEnvelope, signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { endOf, followOf, ownEndOf, ownFollowOf } from "./write-messages.ts";

const followMutation = `mutation Follow($typedData: JSON!, $signature: String!) {
  createConnection(typedData: $typedData, signature: $signature) { address url title }
}`;

/** Sends a body to an endpoint that takes signed messages. `address` goes into the path where that has one. */
export function send(
  context: TestContext,
  endpoint: SignedEndpoint,
  body: unknown,
  address = "",
): Promise<Reply> {
  const { method, path } = endpoints[endpoint];
  return context.node.call(method, path.replace(":address", address), { body });
}

/** Sends a follow by the fake peer that may be wrong; should the node take it, it is ended when the check is over. */
export async function tryFollow(
  context: TestContext,
  fakePeer: FakePeer,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { method, path } = endpoints.createConnection;
  const reply = await context.node.call(method, path, { body, headers });
  const followeeAddress = followeeOf(body) ?? context.address;
  if (isAccepted(reply)) endAfterwards(context, endOf(context, fakePeer, { followeeAddress }), [fakePeer]);
  return reply;
}

/** The same, by the GraphQL of a node of the reference form, which takes a follow there alone (decisions 3). */
export async function followByGraphql(
  context: TestContext,
  fakePeer: FakePeer,
  { typedData, signature }: LooseEnvelope,
): Promise<Reply> {
  const body = { query: followMutation, operationName: "Follow", variables: { typedData, signature } };
  const reply = await context.node.call("POST", "/api/graphql", { body });
  const followeeAddress = followeeOf({ typedData }) ?? context.address;
  if (isAccepted(reply)) endAfterwards(context, endOf(context, fakePeer, { followeeAddress }), [fakePeer]);
  return reply;
}

/** The same, where a node of the run's form takes a follow. */
export function tryFollowInForm(
  context: TestContext,
  fakePeer: FakePeer,
  envelope: LooseEnvelope,
): Promise<Reply> {
  return context.form === "baseline"
    ? tryFollow(context, fakePeer, envelope)
    : followByGraphql(context, fakePeer, envelope);
}

/** The same for a follow by the node. In the reference form the follower alone can end it. */
export async function tryOwnFollow(context: TestContext, fakePeer: FakePeer, body: unknown): Promise<Reply> {
  const reply = await send(context, "createConnection", body);
  if (isAccepted(reply)) {
    const followee = context.form === "baseline" ? [fakePeer] : [];
    endAfterwards(context, ownEndOf(context, fakePeer), [
      ...followee,
      ...(context.hasOwner ? [context.owner] : []),
    ]);
  }
  return reply;
}

/**
 * A fake peer that follows the node.
 * @throws NotShown when the node does not take the follow: another check tells why
 */
export async function follower(context: TestContext, timestamp = context.now()): Promise<FakePeer> {
  const fakePeer = context.fakePeer();
  const envelope = signBy(fakePeer, followOf(context, fakePeer, { timestamp }));
  const reply = await tryFollowInForm(context, fakePeer, envelope);
  if (!isAccepted(reply)) throw new NotShown(`the follow that it needs was refused: ${describeReply(reply)}`);
  return fakePeer;
}

/**
 * A fake peer that the node follows, in its owner's name.
 * @throws NotShown when the node does not take the follow
 */
export async function followee(context: TestContext): Promise<FakePeer> {
  const fakePeer = context.fakePeer();
  const reply = await tryOwnFollow(context, fakePeer, signBy(context.owner, ownFollowOf(context, fakePeer)));
  if (!isAccepted(reply)) throw new NotShown(`the follow that it needs was refused: ${describeReply(reply)}`);
  return fakePeer;
}

/** Ends a connection when the check is over, in the name of the first one whom the node lets do it. */
function endAfterwards(context: TestContext, typedData: LooseTypedData, keys: readonly Key[]): void {
  context.onCleanup("A follow that the check made could not be ended", async () => {
    const replies: Reply[] = [];
    for (const key of keys) {
      const reply = await send(context, "destroyConnection", signBy(key, typedData));
      if (isAccepted(reply) || reply.status === 404) return;
      replies.push(reply);
    }
    throw new Error(replies.map(describeReply).join(", "));
  });
}

function followeeOf(body: unknown): unknown {
  return asRecord(asRecord(asRecord(body).typedData).message).followeeAddress;
}
