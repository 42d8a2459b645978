import { toHex, typedDataFor } from "@freehold/protocol";
import { hashTypedData as hashWithViem } from "viem";
import { describe, expect, it } from "vitest";
import { hashTypedData, type LooseTypedData } from "./hash-typed-data.ts";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" as const;
const right: LooseTypedData = typedDataFor("CreateConnection", {
  followerAddress: address,
  followeeAddress: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  followeeUrl: "https://one.example/ä",
  followerUrl: "https://two.example",
  timestamp: 1_700_000_000,
});

/** viem takes the domain's type from the domain, too, where the types don't have it. */
function withViem({
  domain,
  types: { EIP712Domain: _own, ...types },
  primaryType,
  message,
}: LooseTypedData): string {
  return hashWithViem({ domain, types, primaryType, message });
}

describe("the hash of typed data as it was sent", () => {
  it.each<[string, LooseTypedData]>([
    ["a right message", right],
    ["another domain", { ...right, domain: { name: "Other", version: "2", chainId: 5 } }],
    [
      "more in the domain",
      { ...right, domain: { ...right.domain, verifyingContract: address, salt: `0x${"07".repeat(32)}` } },
    ],
    ["less in the domain", { ...right, domain: { name: "epress world" } }],
    [
      "structs, signed integers and bytes",
      {
        domain: right.domain,
        primaryType: "Outer",
        types: {
          Outer: [
            { name: "when", type: "When" },
            { name: "below", type: "int64" },
            { name: "hash", type: "bytes32" },
          ],
          When: [{ name: "timestamp", type: "uint64" }],
        },
        message: { when: { timestamp: "12" }, below: -3, hash: `0x${"ab".repeat(32)}` },
      },
    ],
  ])("is viem's: %s", (_what, typedData) => {
    expect(toHex(hashTypedData(typedData))).toBe(withViem(typedData));
  });

  it("depends on the order of the types", () => {
    const types = { ...right.types, CreateConnection: right.types.CreateConnection?.toReversed() ?? [] };
    const turned = { ...right, types };
    expect(toHex(hashTypedData(turned))).toBe(withViem(turned));
    expect(toHex(hashTypedData(turned))).not.toBe(toHex(hashTypedData(right)));
  });

  it("is none for what can't be encoded", () => {
    const broken = { ...right, message: { ...right.message, followerAddress: undefined } };
    expect(() => hashTypedData(broken)).toThrow();
  });
});
