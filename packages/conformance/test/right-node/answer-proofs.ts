import { contentHash, EwpError, type Meanings, parseTime } from "@freehold/protocol";
import type { Behaviour } from "./behaviour.ts";
import type { Peers } from "./call-peer.ts";
import { type Answer, type Asked, jsonAnswer } from "./http.ts";
import { nowSeconds, pairOf, type State } from "./state.ts";

type Proof = Meanings["StatementOfSource"];

/** POST /ewp/publications (specification 4.7). */
export async function answerPublish(
  state: State,
  { asked, body }: { asked: Asked; body: unknown },
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  const proof = check(state, body, behaviour);
  const key = behaviour.proofKey(proof);
  if (state.pending.has(key)) {
    if (behaviour.pendingIsKnown) throw new EwpError("REPLICATION_ALREADY_EXISTS");
  } else if (behaviour.pulls) {
    state.pending.add(key);
    void pullLater(state, proof, { asked, key }, behaviour, peers);
  }
  return jsonAnswer(202, { status: "accepted" });
}

async function pullLater(
  state: State,
  proof: Proof,
  { asked, key }: { asked: Asked; key: string },
  behaviour: Behaviour,
  peers: Peers,
): Promise<void> {
  try {
    await readProfileAgain(state, proof, asked, behaviour, peers);
    await pull(state, proof, { ...behaviour, isDescribed: () => true }, peers);
  } catch {
    // The proof stays pending: the same proof gets 202 again, without another pull.
    return;
  }
  state.pending.delete(key);
}

/** POST /ewp/replications (specification 4.9). */
export async function answerReplicate(
  state: State,
  body: unknown,
  behaviour: Behaviour,
  peers: Peers,
): Promise<Answer> {
  const proof = check(state, body, behaviour);
  if (behaviour.answersBeforePull) void pull(state, proof, behaviour, peers).catch(() => {});
  else await pull(state, proof, behaviour, peers);
  return jsonAnswer(201, { status: "replicated" });
}

function check(state: State, body: unknown, behaviour: Behaviour): Proof {
  const parsed = behaviour.parse("StatementOfSource", body);
  const age = nowSeconds(behaviour) - parsed.claims.timestamp;
  if (-age > behaviour.maxAheadSeconds || age > behaviour.maxBehindSeconds)
    throw new EwpError("INVALID_PAYLOAD");
  if (behaviour.signatureBeforeFollow) behaviour.verify(parsed, {});
  const pair = pairOf({
    followerAddress: state.owner.address,
    followeeAddress: parsed.claims.publisherAddress,
  });
  if (behaviour.needsFollow && !state.connections.has(pair)) throw new EwpError("NOT_FOLLOWING");
  const isStored = state.replicas.has(behaviour.proofKey(parsed.claims));
  if (behaviour.storedBeforeSignature && isStored) throw new EwpError("REPLICATION_ALREADY_EXISTS");
  const { meaning } = behaviour.verify(parsed, {});
  if (isStored) throw new EwpError("REPLICATION_ALREADY_EXISTS");
  return meaning;
}

async function pull(state: State, proof: Proof, behaviour: Behaviour, peers: Peers): Promise<void> {
  const publisher = state.nodes.get(proof.publisherAddress);
  const path = `/ewp/contents/${proof.contentHash}${behaviour.pullQuery(proof.timestamp)}`;
  const content = publisher && (await peers.content(publisher.url + path));
  if (!content) throw new Error("There is nothing to pull.");
  if (behaviour.checksHash && contentHash(content.bytes) !== proof.contentHash) {
    throw new EwpError("CONTENT_HASH_MISMATCH");
  }
  const isText = String(content.headers["content-type"]).startsWith("text/markdown");
  if (!isText && !behaviour.isDescribed(content.headers["content-description"])) {
    throw new EwpError("CONTENT_DESCRIPTION_MISSING");
  }
  state.replicas.set(behaviour.proofKey(proof), content.bytes);
}

/** Reads the publisher's profile again if the notification's header has a newer time (decisions 4). */
async function readProfileAgain(
  state: State,
  { publisherAddress }: Proof,
  { headers }: Asked,
  behaviour: Behaviour,
  peers: Peers,
): Promise<void> {
  const known = state.nodes.get(publisherAddress);
  const updated = behaviour.updatedHeaders
    .map((name) => headers[name])
    .find((value) => typeof value === "string");
  const seconds = Math.floor(Date.parse(parseTime(updated) ?? "") / 1000);
  if (!known || Number.isNaN(seconds) || !behaviour.readsProfileAgain(seconds, known.updatedAt)) return;
  await peers.profile(known.url, behaviour);
}
