import type { EwpErrorCode } from "@freehold/protocol";
import type { Check, Need } from "../check.ts";
import { expectError, expectTaken } from "../expectations.ts";
import { follower, send, tryFollow } from "../messages/send-message.ts";
import { endOf, followOf, later } from "../messages/write-messages.ts";
import type { Persona } from "../peer/fake-peer.ts";
import { type Key, type LooseEnvelope, signBy } from "../signing/key.ts";
import type { Trial } from "../test-context.ts";

const day = 86_400;

/** A follow with several things wrong at once; the title says which, and which is told. */
function order(
  id: string,
  title: string,
  error: EwpErrorCode,
  write: (trial: Trial, persona: Persona, other: Persona) => LooseEnvelope,
  needs: readonly Need[] = [],
): Check {
  return {
    id: `follow-order-${id}`,
    section: "4.5",
    decisions: 2,
    title,
    needs,
    controls: ["follow"],
    async run(trial) {
      const [persona, other] = [trial.persona(), trial.persona()];
      expectError(await tryFollow(trial, persona, write(trial, persona, other)), error);
    },
  };
}

function broken(persona: Persona): void {
  persona.answerProfile = (_request, response) => void response.writeHead(500).end();
}

function forged(key: Key, trial: Trial, persona: Persona, changes: Record<string, unknown>): LooseEnvelope {
  return signBy(key, followOf(trial, persona, changes));
}

export const followOrder: readonly Check[] = [
  order("payload", "a missing field is told before a bad URL", "INVALID_PAYLOAD", (trial, persona) =>
    forged(persona, trial, persona, { followeeAddress: "0x12", followerUrl: "http://node" }),
  ),
  order("url", "a bad URL is told before a wrong signature", "INVALID_URL_FORMAT", (trial, persona, other) =>
    forged(other, trial, persona, { followerUrl: "http://node" }),
  ),
  order(
    "signature",
    "a wrong signature is told before an old timestamp",
    "INVALID_SIGNATURE",
    (trial, persona, other) => forged(other, trial, persona, { timestamp: trial.now() - day }),
  ),
  order(
    "timestamp",
    "an old timestamp is told before that it is about two other nodes",
    "INVALID_TIMESTAMP",
    (trial, persona, other) =>
      forged(persona, trial, persona, { followeeAddress: other.address, timestamp: trial.now() - day }),
  ),
  order(
    "followee",
    "a mismatch of the followee is told before one of the follower",
    "FOLLOWEE_IDENTITY_MISMATCH",
    (trial, persona, other) => {
      broken(persona);
      return forged(persona, trial, persona, { followeeUrl: other.url });
    },
    ["peer"],
  ),
  {
    id: "follow-order-exists",
    section: "4.5",
    decisions: 2,
    title: "that the connection exists is told before a mismatch of an identity",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      broken(persona);
      const again = signBy(persona, followOf(trial, persona, { followeeUrl: trial.persona().url }));
      expectError(await tryFollow(trial, persona, again), "CONNECTION_ALREADY_EXISTS");
    },
  },
  {
    id: "follow-order-stale",
    section: "4.5",
    decisions: 2,
    title: "that the follow is an old one is told before a mismatch of an identity",
    needs: ["peer"],
    async run(trial) {
      const persona = await follower(trial);
      const timestamp = later(trial);
      expectTaken(
        await send(trial, "destroyConnection", signBy(persona, endOf(trial, persona, { timestamp }))),
      );
      broken(persona);
      const old = signBy(persona, followOf(trial, persona, { timestamp: timestamp - 2 }));
      expectError(await tryFollow(trial, persona, old), "STALE_REQUEST");
    },
  },
];
