import fc from "fast-check";
import { hashTypedData, recoverTypedDataAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { joinSignature } from "../crypto/signature.ts";
import {
  addressOfPrivateKey,
  digestOf,
  fromHex,
  parseEnvelope,
  recoverPublicKey,
  signDigestWith,
  toHex,
  verifyEnvelope,
} from "../index.ts";
import { type Layout, readLayout, signingDomain, typesOf } from "./eip712.ts";
import type { Field } from "./fields.ts";
import { type CompiledVariant, variants } from "./variants.ts";

const privateKey = toHex(new Uint8Array(32).fill(0x42));
const account = privateKeyToAccount(privateKey);
const signDigest = signDigestWith(fromHex(privateKey));

const seconds = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER));
const otherAddress = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(toHex);

/** Of all of Unicode, and not all of them listed first, as the unit `binary` has it: that takes two seconds. */
const character = fc
  .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));

/** Values of a field as they may be sent. The signer's own address stands wherever an address stands. */
function sampleOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.shape) {
    case "address":
    case "address-text":
      return fc.constantFrom(account.address, account.address.toLowerCase());
    case "bytes32":
      return fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex);
    case "uint":
      return fc.oneof(seconds, seconds.map(String));
    case "url":
      return fc
        .webPath()
        .filter((path) => !path.includes("#"))
        .map((path) => `https://a.example${path}`);
    case "own-url":
      return fc.constantFrom("https://a.example/notes", "http://localhost:8543", "http://[::1]/");
    case "text":
      return fc.string({ unit: character, minLength: field.min, maxLength: Math.min(field.max, 60) });
    case "struct":
      return messageOf(field.fields);
  }
}

function messageOf(fields: Readonly<Record<string, Field>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field)])),
    {
      noNullPrototype: true,
    },
  );
}

/** The types of a layout with its members in any order and its integers in either width. */
function typesAsSent(layout: Layout): fc.Arbitrary<Record<string, { name: string; type: string }[]>> {
  const all = Object.entries(typesOf(layout)).map(
    ([name, members]) => [name, fc.shuffledSubarray(members, { minLength: members.length })] as const,
  );
  return fc
    .record(Object.fromEntries(all), { noNullPrototype: true })
    .chain((types) =>
      fc
        .constantFrom("uint64", "uint256")
        .map((width) =>
          Object.fromEntries(
            Object.entries(types).map(([name, members]) => [
              name,
              members.map((member) => (member.type.startsWith("uint") ? { ...member, type: width } : member)),
            ]),
          ),
        ),
    );
}

/** Any message of any kind, in any way in which it may be signed. */
const anyMessage = fc.constantFrom(...variants).chain((variant) =>
  fc
    .tuple(
      fc.constant(variant),
      messageOf(variant.declared.fields),
      typesAsSent(variant.layout),
      otherAddress,
    )
    .map(([variant, message, types, other]) => ({
      variant,
      types,
      message: withOther(variant, message, other),
    })),
);

/** The addresses that don't sign are somebody else's. */
function withOther({ declared }: CompiledVariant, message: Record<string, unknown>, other: string) {
  const replaced = Object.keys(message).filter(
    (name) => /Address$/.test(name) && declared.signers[0] !== name,
  );
  return { ...message, ...Object.fromEntries(replaced.map((name) => [name, other])) };
}

type Sample = {
  variant: CompiledVariant;
  types: Record<string, { name: string; type: string }[]>;
  message: Record<string, unknown>;
};

function typedDataOf({ variant, types, message }: Sample) {
  return { domain: signingDomain, types, primaryType: variant.layout.name, message };
}

const hashed = process.env.TEST_FULL ? 10_000 : 500;
const signed = process.env.TEST_FULL ? 500 : 50;

describe("agreement with viem", () => {
  it(`hashes ${hashed} random messages alike`, () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(anyMessage, (sample) => {
        const typedData = typedDataOf(sample);
        kinds.add(`${sample.variant.kind} ${sample.variant.layout.name}`);
        expect(toHex(digestOf(typedData))).toBe(hashTypedData(typedData));
        expect(readLayout(sample.variant.layout, sample.types)).not.toBeNull();
      }),
      { numRuns: hashed },
    );
    expect(kinds.size).toBe(new Set(variants.map(({ kind, layout }) => `${kind} ${layout.name}`)).size);
  });

  it(`knows the signer of ${signed} messages that viem knows, and viem of those that it signed`, async () => {
    await fc.assert(
      fc.asyncProperty(anyMessage, async (sample) => {
        const typedData = typedDataOf(sample);
        const { signature, recovery } = signDigest(digestOf(typedData));
        const hex = joinSignature(signature, recovery);
        expect(await recoverTypedDataAddress({ ...typedData, signature: hex })).toBe(account.address);
        const body: unknown = JSON.parse(JSON.stringify({ typedData, signature: hex }));
        const verified = verifyEnvelope(parseEnvelope(sample.variant.kind, body), {
          recover: recoverPublicKey,
        });
        expect(verified.signer).toBe(account.address);
        expect(toHex(digestOf(verified.envelope.typedData))).toBe(hashTypedData(typedData));
      }),
      { numRuns: signed },
    );
  }, 60_000);

  it("signs as viem signs", async () => {
    expect(addressOfPrivateKey(fromHex(privateKey))).toBe(account.address);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (digest) => {
        const { signature, recovery } = signDigest(digest);
        expect(joinSignature(signature, recovery)).toBe(await account.sign({ hash: toHex(digest) }));
      }),
      { numRuns: 200 },
    );
  });
});
