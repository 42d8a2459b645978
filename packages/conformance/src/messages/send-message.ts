import { endpoints } from "@freehold/protocol";
import type { SignedEndpoint } from "../check.ts";
import { NotShown } from "../expectations.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, isTaken, type Reply } from "../node/reply.ts";
import type { Persona } from "../peer/fake-peer.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import { type Key, type LooseEnvelope, signBy } from "../signing/key.ts";
import type { Trial } from "../test-context.ts";
import { endOf, followOf, ownEndOf, ownFollowOf } from "./write-messages.ts";

const followMutation = `mutation Follow($typedData: JSON!, $signature: String!) {
  createConnection(typedData: $typedData, signature: $signature) { address url title }
}`;

/** Sends a body to an endpoint that takes signed messages. `address` goes into the path where that has one. */
export function send(trial: Trial, endpoint: SignedEndpoint, body: unknown, address = ""): Promise<Reply> {
  const { method, path } = endpoints[endpoint];
  return trial.node.call(method, path.replace(":address", address), { body });
}

/** Sends a follow by the persona that may be wrong; should the node take it, it is ended when the check is over. */
export async function tryFollow(
  trial: Trial,
  persona: Persona,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const { method, path } = endpoints.createConnection;
  const reply = await trial.node.call(method, path, { body, headers });
  const followeeAddress = followeeOf(body) ?? trial.address;
  if (isTaken(reply)) endAfterwards(trial, endOf(trial, persona, { followeeAddress }), [persona]);
  return reply;
}

/** The same, by the GraphQL of a node of the reference form, which takes a follow there alone (decisions 3). */
export async function followByGraphql(
  trial: Trial,
  persona: Persona,
  { typedData, signature }: LooseEnvelope,
): Promise<Reply> {
  const body = { query: followMutation, operationName: "Follow", variables: { typedData, signature } };
  const reply = await trial.node.call("POST", "/api/graphql", { body });
  const followeeAddress = followeeOf({ typedData }) ?? trial.address;
  if (isTaken(reply)) endAfterwards(trial, endOf(trial, persona, { followeeAddress }), [persona]);
  return reply;
}

/** The same, where a node of the run's form takes a follow. */
export function tryFollowInForm(trial: Trial, persona: Persona, envelope: LooseEnvelope): Promise<Reply> {
  return trial.form === "baseline"
    ? tryFollow(trial, persona, envelope)
    : followByGraphql(trial, persona, envelope);
}

/** The same for a follow by the node. In the reference form the follower alone can end it. */
export async function tryOwnFollow(trial: Trial, persona: Persona, body: unknown): Promise<Reply> {
  const reply = await send(trial, "createConnection", body);
  if (isTaken(reply)) {
    const followee = trial.form === "baseline" ? [persona] : [];
    endAfterwards(trial, ownEndOf(trial, persona), [...followee, ...(trial.hasOwner ? [trial.owner] : [])]);
  }
  return reply;
}

/**
 * A persona that follows the node.
 * @throws NotShown when the node does not take the follow: another check tells why
 */
export async function follower(trial: Trial, timestamp = trial.now()): Promise<Persona> {
  const persona = trial.persona();
  const envelope = signBy(persona, followOf(trial, persona, { timestamp }));
  const reply = await tryFollowInForm(trial, persona, envelope);
  if (!isTaken(reply)) throw new NotShown(`the follow that it needs was refused: ${describeReply(reply)}`);
  return persona;
}

/**
 * A persona that the node follows, in its owner's name.
 * @throws NotShown when the node does not take the follow
 */
export async function followee(trial: Trial): Promise<Persona> {
  const persona = trial.persona();
  const reply = await tryOwnFollow(trial, persona, signBy(trial.owner, ownFollowOf(trial, persona)));
  if (!isTaken(reply)) throw new NotShown(`the follow that it needs was refused: ${describeReply(reply)}`);
  return persona;
}

/** Ends a connection when the check is over, in the name of the first one whom the node lets do it. */
function endAfterwards(trial: Trial, typedData: LooseTypedData, keys: readonly Key[]): void {
  trial.afterwards("A follow that the check made could not be ended", async () => {
    const replies: Reply[] = [];
    for (const key of keys) {
      const reply = await send(trial, "destroyConnection", signBy(key, typedData));
      if (isTaken(reply) || reply.status === 404) return;
      replies.push(reply);
    }
    throw new Error(replies.map(describeReply).join(", "));
  });
}

function followeeOf(body: unknown): unknown {
  return asRecord(asRecord(asRecord(body).typedData).message).followeeAddress;
}
