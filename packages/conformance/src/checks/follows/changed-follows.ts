import type { EwpErrorCode } from "@freehold/protocol";
import type { Check, Section } from "../../check.ts";
import { expectAccepted, expectError } from "../../expectations.ts";
import { postFollow } from "../../messages/send-message.ts";
import { followOf } from "../../messages/write-messages.ts";
import type { FakePeer } from "../../peer/fake-peer.ts";
import type { LooseTypedData } from "../../signing/hash-typed-data.ts";
import { type LooseEnvelope, signBy } from "../../signing/key.ts";
import type { TestContext } from "../../test-context.ts";

/** Changes the typed data of a right follow before signing. */
export type TypedDataChange = (typedData: LooseTypedData, context: TestContext) => LooseTypedData;
/** Changes a right, signed follow. */
export type EnvelopeChange = (envelope: LooseEnvelope, context: TestContext, fakePeer: FakePeer) => object;

type Expected = "accepted" | EwpErrorCode | readonly EwpErrorCode[];
/** Checks by their ids: a follow with any of the changes is accepted, or refused with one of the errors. */
type Rows<Change> = Readonly<Record<string, readonly [what: string, expected: Expected, ...Change[]]>>;

/** Checks of follows that are changed before signing. */
export function beforeSigning(rows: Rows<TypedDataChange>, section: Section = "5"): readonly Check[] {
  const changes = Object.entries(rows).map(
    ([id, [what, expected, ...changes]]) => [id, [what, expected, ...signed(...changes)]] as const,
  );
  return afterSigning(Object.fromEntries(changes), section);
}

/** Checks of follows that are changed after signing. */
export function afterSigning(rows: Rows<EnvelopeChange>, section: Section = "5"): readonly Check[] {
  return Object.entries(rows).map(([id, [what, expected, ...changes]]): Check => {
    const isAccepted = expected === "accepted";
    return {
      id,
      section,
      decisions: 1,
      title: isAccepted ? what : `${what} is ${typeof expected === "string" ? expected : "refused"}`,
      ...(isAccepted ? { needs: ["peer"] } : { controls: ["follow"] }),
      async run(context) {
        for (const change of changes) {
          const fakePeer = context.fakePeer();
          const right = signBy(fakePeer, followOf(context, fakePeer));
          const reply = await postFollow(context, fakePeer, change(right, context, fakePeer));
          if (isAccepted) expectAccepted(reply);
          else expectError(reply, expected);
        }
      },
    };
  });
}

type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly unknown[]
  | Readonly<Record<string, never>>;
type NewValue<Old> = Plain | ((old: Old, context: TestContext) => unknown);

/** One change for each value of a field. A function gets the old value; undefined removes the field. */
function withValues(part: "message" | "domain") {
  return <Old = string>(name: string, ...values: readonly NewValue<Old>[]): TypedDataChange[] =>
    values.map((value) => (typedData, context) => {
      const fields = { ...typedData[part] };
      fields[name] = typeof value === "function" ? value(fields[name] as Old, context) : value;
      if (fields[name] === undefined) delete fields[name];
      return { ...typedData, [part]: fields };
    });
}

export const withField = withValues("message");
export const withDomain = withValues("domain");

/** One change of the members of the primary type for each function. */
export function withMembers(
  ...changes: ((members: LooseTypedData["types"][string]) => LooseTypedData["types"][string])[]
): TypedDataChange[] {
  return changes.map((change) => (typedData) => {
    const members = change(structuredClone(typedData.types[typedData.primaryType] ?? []));
    return { ...typedData, types: { ...typedData.types, [typedData.primaryType]: members } };
  });
}

/** The same changes before signing. */
export function signed(...changes: readonly TypedDataChange[]): EnvelopeChange[] {
  return changes.map(
    (change) => (_envelope, context, fakePeer) =>
      signBy(fakePeer, change(followOf(context, fakePeer), context)),
  );
}

/** The same changes after signing: the signature does not cover them. */
export function unsigned(...changes: readonly TypedDataChange[]): EnvelopeChange[] {
  return changes.map((change) => ({ typedData, signature }, context) => ({
    typedData: change(typedData, context),
    signature,
  }));
}

/** One change of a part of the typed data, after signing, for each value. */
export function withPart(name: keyof LooseTypedData, ...values: readonly unknown[]): EnvelopeChange[] {
  return values.map((value) => ({ typedData, signature }) => ({
    typedData: { ...typedData, [name]: value },
    signature,
  }));
}

/** One change of the signature for each function. */
export function withSignature(
  ...changes: readonly ((signature: LooseEnvelope["signature"]) => unknown)[]
): EnvelopeChange[] {
  return changes.map((change) => (envelope) => ({ ...envelope, signature: change(envelope.signature) }));
}
