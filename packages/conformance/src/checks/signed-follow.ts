import type { EwpErrorCode } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectError, expectTaken } from "../expectations.ts";
import { tryFollow } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import type { Persona } from "../peer/persona.ts";
import type { LooseTypedData } from "../signing/hash-typed-data.ts";
import { type LooseEnvelope, signBy } from "../signing/key.ts";
import type { Trial } from "../trial.ts";

/** What is done to the typed data of a right follow before it is signed. */
export type Bend = (typedData: LooseTypedData, trial: Trial) => LooseTypedData;
/** What is done to a right, signed follow. */
export type BendEnvelope = (envelope: LooseEnvelope, trial: Trial, persona: Persona) => unknown;

interface Case {
  readonly id: string;
  readonly title: string;
  readonly decisions?: number;
  readonly section?: "5" | "8";
  /** The error, or that it is taken. */
  readonly comes: "taken" | EwpErrorCode | readonly EwpErrorCode[];
}

/** A check of follows that are right but for one thing, and signed as they are. */
export function signing(head: Case, ...bends: readonly Bend[]): Check {
  return sending(
    head,
    ...bends.map(
      (bend): BendEnvelope =>
        (_envelope, trial, persona) =>
          signBy(persona, bend(followOf(trial, persona), trial)),
    ),
  );
}

/** A check of follows that were right when they were signed. */
export function sending({ comes, ...head }: Case, ...bends: readonly BendEnvelope[]): Check {
  return {
    section: "5",
    decisions: 1,
    ...head,
    ...(comes === "taken" ? { needs: ["peer"] } : { controls: ["follow"] }),
    async run(trial) {
      for (const bend of bends) {
        const persona = trial.persona();
        const body = bend(signBy(persona, followOf(trial, persona)), trial, persona);
        const reply = await tryFollow(trial, persona, body);
        if (comes === "taken") expectTaken(reply);
        else expectError(reply, comes);
      }
    },
  };
}

/** The same typed data with another message field; undefined takes it away. */
export function withField(name: string, value: unknown): Bend {
  return (typedData) => {
    const message = { ...typedData.message, [name]: value };
    if (value === undefined) delete message[name];
    return { ...typedData, message };
  };
}

/** The same typed data with another domain. */
export function withDomain(changes: Record<string, unknown>): Bend {
  return (typedData) => ({ ...typedData, domain: { ...typedData.domain, ...changes } });
}

/** The same typed data with other members of its primary type. */
export function withMembers(
  change: (members: LooseTypedData["types"][string]) => LooseTypedData["types"][string],
): Bend {
  return (typedData) => {
    const members = change(structuredClone(typedData.types[typedData.primaryType] ?? []));
    return { ...typedData, types: { ...typedData.types, [typedData.primaryType]: members } };
  };
}
