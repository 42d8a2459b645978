import { endpoints } from "@freehold/protocol";
import type { Check, Section } from "../check.ts";
import { expectError } from "../expectations.ts";
import { send } from "../messages/send-message.ts";
import { proofOf } from "../messages/write-messages.ts";
import { signBy } from "../signing/key.ts";

const hour = 3_600;
const year = 365 * 24 * hour;

/** What both endpoints that take proofs refuse alike (decisions 2). */
function refusals(endpoint: "publish" | "replicate", section: Section): Check[] {
  const head = { section, decisions: 2, controls: [endpoint] };
  return [
    {
      ...head,
      id: `${endpoint}-not-following`,
      title: "a proof of somebody whom the node does not follow is NOT_FOLLOWING",
      async run(trial) {
        const persona = trial.persona();
        expectError(await send(trial, endpoint, signBy(persona, proofOf(trial, persona))), "NOT_FOLLOWING");
      },
    },
    {
      ...head,
      id: `${endpoint}-no-window`,
      title: "a proof is never too old: one of a year ago is looked at like any other",
      async run(trial) {
        const persona = trial.persona();
        for (const timestamp of [trial.now() - 2 * hour, trial.now() - year, 1]) {
          const old = signBy(persona, proofOf(trial, persona, { timestamp }));
          expectError(await send(trial, endpoint, old), "NOT_FOLLOWING");
        }
      },
    },
    {
      ...head,
      id: `${endpoint}-ahead`,
      title: "a proof that is more than an hour ahead is INVALID_PAYLOAD",
      async run(trial) {
        const persona = trial.persona();
        for (const ahead of [hour + 30, 24 * hour]) {
          const early = signBy(persona, proofOf(trial, persona, { timestamp: trial.now() + ahead }));
          expectError(await send(trial, endpoint, early), "INVALID_PAYLOAD");
        }
      },
    },
    {
      ...head,
      id: `${endpoint}-payload`,
      title: "malformed fields, a malformed timestamp included, are INVALID_PAYLOAD, before NOT_FOLLOWING",
      async run(trial) {
        const persona = trial.persona();
        const wrongs = [
          { contentHash: "0x12" },
          { contentHash: undefined },
          { publisherAddress: "0x12" },
          { timestamp: -1 },
          { timestamp: "soon" },
          { timestamp: undefined },
          { note: "hello" },
        ];
        for (const wrong of wrongs) {
          const body = signBy(persona, proofOf(trial, persona, wrong));
          expectError(await send(trial, endpoint, body), "INVALID_PAYLOAD", `for ${JSON.stringify(wrong)}`);
        }
      },
    },
    {
      ...head,
      id: `${endpoint}-not-following-first`,
      title: "NOT_FOLLOWING is told before a wrong signature",
      async run(trial) {
        const [persona, other] = [trial.persona(), trial.persona()];
        expectError(await send(trial, endpoint, signBy(other, proofOf(trial, persona))), "NOT_FOLLOWING");
      },
    },
    {
      ...head,
      id: `${endpoint}-other-message`,
      decisions: 1,
      title: `another message than a proof at ${endpoints[endpoint].path} is INVALID_PAYLOAD`,
      async run(trial) {
        const persona = trial.persona();
        const proof = proofOf(trial, persona);
        const types = { ...proof.types, DestroyConnection: proof.types.StatementOfSource ?? [] };
        const renamed = { ...proof, types, primaryType: "DestroyConnection" };
        expectError(await send(trial, endpoint, signBy(persona, renamed)), "INVALID_PAYLOAD");
      },
    },
  ];
}

export const proofs: readonly Check[] = [...refusals("publish", "4.7"), ...refusals("replicate", "4.9")];
