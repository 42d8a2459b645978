import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  digestOf,
  type Envelope,
  type Hex,
  parseEnvelope,
  recoverPublicKey,
  signingDomain,
  toHex,
  verifyEnvelope,
} from "../index.ts";
import { domainSeparator, hashStruct, readLayout } from "./eip712.ts";
import type { Checked } from "./field-schemas.ts";
import type { Form } from "./messages.ts";
import { findVariant, variants } from "./variants.ts";

interface Case {
  form: Form | "both" | "specification";
  primaryType: string;
  encodeType: string;
  typeHash: Hex;
  types: Record<string, { name: string; type: string }[]>;
  message: Record<string, unknown>;
  structHash: Hex;
  digest: Hex;
  signature: Hex;
  signer: Hex;
}

const golden = JSON.parse(
  readFileSync(new URL("../../../../vectors/messages.json", import.meta.url), "utf8"),
) as { privateKey: Hex; domain: object; domainSeparator: Hex; cases: Case[] };

describe("golden messages (decisions 1)", () => {
  it("has the domain of the protocol", () => {
    expect(golden.domain).toEqual(signingDomain);
    expect(toHex(domainSeparator)).toBe(golden.domainSeparator);
  });

  it("has a case of every variant", () => {
    const covered = new Set(
      golden.cases.map(({ primaryType, message }) => findVariant(variants, primaryType, message)),
    );
    expect(covered).toEqual(new Set(variants));
  });

  it.each(golden.cases.map((golden, index) => ({ ...golden, index })))("$index: $encodeType", (golden) => {
    const { primaryType, message, types } = golden;
    const variant = findVariant(variants, primaryType, message);
    const layout = variant && readLayout(variant.layout, types);
    if (!variant || !layout) throw new Error("There is no such variant.");
    expect(layout.encodeType).toBe(golden.encodeType);
    expect(toHex(layout.typeHash)).toBe(golden.typeHash);
    expect(toHex(hashStruct(layout, message as Checked))).toBe(golden.structHash);

    const typedData = { domain: { ...signingDomain }, types, primaryType, message };
    expect(toHex(digestOf(typedData))).toBe(golden.digest);
    const envelope: Envelope = { typedData, signature: golden.signature };
    const verified = verifyEnvelope(parseEnvelope(variant.kind, JSON.parse(JSON.stringify(envelope))), {
      recover: recoverPublicKey,
    });
    expect(verified).toMatchObject({
      signer: golden.signer,
      encodeType: golden.encodeType,
      form: variant.form,
    });
    expect(verified.envelope).toEqual({
      typedData: { ...typedData, types: expect.objectContaining(types) },
      signature: golden.signature,
    });
  });
});
