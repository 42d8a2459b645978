import { isDeepStrictEqual } from "node:util";
import type { Check } from "../check.ts";
import { expectEqual, expectStatus, expectTaken, expectThat } from "../expectations.ts";
import { followByGraphql } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import { asList, asRecord } from "../node/node-info.ts";
import { describeReply, isTaken } from "../node/reply.ts";
import type { Persona, SeenRequest } from "../peer/fake-peer.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { Trial } from "../test-context.ts";
import { withDomain } from "./signed-values.ts";

const head = { section: "4.11", decisions: 3, form: "reference" } as const;
const day = 86_400;

/** A follow that is wrong in one way. */
type Wrong = (trial: Trial, persona: Persona) => LooseEnvelope;

/** A follow that the node must not take by GraphQL, and must not bring to the follower's node. */
function refusal(id: string, title: string, ...wrongs: readonly Wrong[]): Check {
  return {
    ...head,
    id: `reference-graphql-${id}`,
    title: `${title} is refused, and not brought to the follower's node`,
    // A refusal has no code that is laid down: of a node that reaches nobody it would show nothing.
    needs: ["peer"],
    controls: ["follow"],
    async run(trial) {
      for (const write of wrongs) {
        const persona = trial.persona();
        const reply = await followByGraphql(trial, persona, write(trial, persona));
        const isRefused =
          reply.status < 500 && !isTaken(reply) && asList(asRecord(reply.json).errors).length > 0;
        expectThat(isRefused, "errors of GraphQL", describeReply(reply));
        expectThat(!persona.requests.some(isFollow), "that nothing is brought", "POST /ewp/connections");
      }
    },
  };
}

function isFollow({ method, path }: SeenRequest): boolean {
  return method === "POST" && path === "/ewp/connections";
}

function withMessage(changes: (trial: Trial, persona: Persona) => Record<string, unknown>): Wrong {
  return (trial, persona) => signBy(persona, followOf(trial, persona, changes(trial, persona)));
}

/**
 * A follow that comes in: its follower gives it to the node's GraphQL, and the node brings the same signed data to the
 * follower's node before it answers (decisions 3, 7 and 9).
 */
export const referenceFollow: readonly Check[] = [
  {
    ...head,
    id: "reference-graphql-follow",
    title: "GraphQL createConnection takes a follow, and answers with the follower's node",
    needs: ["peer"],
    async run(trial) {
      const persona = trial.persona();
      const envelope = signBy(persona, followOf(trial, persona));
      const reply = await followByGraphql(trial, persona, envelope);
      expectStatus(reply, 200);
      expectTaken(reply);
      const { address, url, title } = asRecord(asRecord(asRecord(reply.json).data).createConnection);
      expectEqual(address, persona.address, "address");
      expectEqual(url, persona.url, "url");
      expectEqual(typeof title, "string", "type of the title");
    },
  },
  {
    ...head,
    id: "reference-graphql-follow-brought",
    title: "before it answers, the node has brought the same signed data to the follower's node",
    needs: ["peer"],
    controls: ["follow"],
    async run(trial) {
      const persona = trial.persona();
      const { typedData, signature } = signBy(persona, followOf(trial, persona));
      await followByGraphql(trial, persona, { typedData, signature });
      const body = asRecord(persona.requests.find(isFollow)?.json);
      expectEqual(body.signature, signature, `signature in POST ${persona.url}/ewp/connections`);
      const { message } = asRecord(body.typedData);
      expectThat(isDeepStrictEqual(message, typedData.message), "the message as it was signed", message);
    },
  },
  {
    ...head,
    id: "reference-graphql-follow-known-there",
    title: "it is taken as well where the follower's node has the record already: 409",
    needs: ["peer"],
    controls: ["follow"],
    async run(trial) {
      const persona = trial.persona();
      persona.answerFollow = [409, { error: "CONNECTION_ALREADY_EXISTS" }];
      expectTaken(await followByGraphql(trial, persona, signBy(persona, followOf(trial, persona))));
    },
  },
  {
    ...head,
    id: "reference-graphql-follow-refused-there",
    decisions: 9,
    title: "where the follower's node refuses it, so does the node: both have the record or neither has",
    needs: ["peer"],
    controls: ["follow"],
    async run(trial) {
      const persona = trial.persona();
      persona.answerFollow = [400, { error: "INVALID_SIGNATURE" }];
      const reply = await followByGraphql(trial, persona, signBy(persona, followOf(trial, persona)));
      expectThat(!isTaken(reply), "errors of GraphQL", describeReply(reply));
    },
  },
  refusal("follow-by-another", "a follow that somebody signed who is not at followerUrl", (trial, persona) =>
    signBy(trial.persona(), followOf(trial, persona)),
  ),
  refusal("follow-tampered", "a follow that was changed after it was signed", (trial, persona) => {
    const { typedData, signature } = signBy(persona, followOf(trial, persona));
    const timestamp = Number(typedData.message.timestamp) - 1;
    return { typedData: { ...typedData, message: { ...typedData.message, timestamp } }, signature };
  }),
  refusal(
    "follow-domain",
    "a follow that was signed for another domain",
    ...[{ name: "epress" }, { version: "2" }, { chainId: 5 }].map(
      (domain): Wrong =>
        (trial, persona) =>
          signBy(persona, withDomain(domain)(followOf(trial, persona), trial)),
    ),
  ),
  refusal(
    "follow-out-of-time",
    "a follow signed a day ago, or for tomorrow,",
    withMessage((trial) => ({ timestamp: trial.now() - day })),
    withMessage((trial) => ({ timestamp: trial.now() + day })),
  ),
  refusal(
    "follow-of-another",
    "a follow of another node",
    withMessage((trial) => ({ followeeAddress: trial.persona().address })),
    withMessage((trial) => ({ followeeUrl: trial.persona().url })),
  ),
];
