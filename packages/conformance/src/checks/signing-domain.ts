import type { Check } from "../check.ts";
import { beforeSigning, type TypedDataChange, withDomain } from "./signed-values.ts";

const expected = "INVALID_SIGNATURE";
const address = `0x${"00".repeat(19)}01`;

function without(name: string): TypedDataChange {
  return (typedData) => {
    const domain = { ...typedData.domain };
    delete domain[name];
    return { ...typedData, domain };
  };
}

function withDomainType(members: readonly [name: string, type: string][]): TypedDataChange {
  const type = members.map(([name, kind]) => ({ name, type: kind }));
  return (typedData) => ({ ...typedData, types: { ...typedData.types, EIP712Domain: type } });
}

/** Every field of the domain is the protocol's (spec 5, rule 4). */
export const signingDomainChecks: readonly Check[] = [
  beforeSigning(
    { id: "domain-name", title: "another name in the domain is INVALID_SIGNATURE", expected },
    withDomain({ name: "epress" }),
    withDomain({ name: "Epress World" }),
    withDomain({ name: "" }),
  ),
  beforeSigning(
    { id: "domain-version", title: "another version in the domain is INVALID_SIGNATURE", expected },
    withDomain({ version: "2" }),
    withDomain({ version: "1.0" }),
  ),
  beforeSigning(
    { id: "domain-chain", title: "another chain in the domain is INVALID_SIGNATURE", expected },
    withDomain({ chainId: 5 }),
    withDomain({ chainId: 0 }),
  ),
  beforeSigning(
    { id: "domain-types", title: "a version or chain of another JSON type is INVALID_SIGNATURE", expected },
    withDomain({ version: 1 }),
    withDomain({ chainId: "1" }),
  ),
  beforeSigning(
    { id: "domain-more", title: "an extra field in the domain is INVALID_SIGNATURE", expected },
    withDomain({ verifyingContract: address }),
    withDomain({ salt: `0x${"00".repeat(32)}` }),
  ),
  beforeSigning(
    { id: "domain-less", title: "a missing field in the domain is INVALID_SIGNATURE", expected },
    without("name"),
    without("version"),
    without("chainId"),
  ),
  beforeSigning(
    { id: "domain-type-absent", title: "types.EIP712Domain may be absent", expected: "accepted" },
    (typedData) => {
      const types = { ...typedData.types };
      delete types.EIP712Domain;
      return { ...typedData, types };
    },
  ),
  beforeSigning(
    {
      id: "domain-type-other",
      title: "another types.EIP712Domain is INVALID_PAYLOAD",
      expected: "INVALID_PAYLOAD",
    },
    withDomainType([
      ["name", "string"],
      ["version", "string"],
    ]),
    withDomainType([
      ["name", "string"],
      ["version", "string"],
      ["chainId", "uint64"],
    ]),
    withDomainType([
      ["name", "string"],
      ["version", "string"],
      ["chainId", "uint256"],
      ["salt", "bytes32"],
    ]),
  ),
];

const hour = 3_600;
/** Tolerance for latency and for rounding of clocks. */
const slack = 15;

function at(seconds: number): TypedDataChange {
  return (typedData, context) => ({
    ...typedData,
    message: { ...typedData.message, timestamp: context.now() + seconds },
  });
}

/** One hour either side of the node's clock (spec 5, rule 3, and 8). */
export const timeWindow: readonly Check[] = [
  beforeSigning(
    {
      id: "window-inside",
      section: "8",
      title: "a follow signed almost an hour ago, or ahead, is accepted",
      expected: "accepted",
    },
    at(slack - hour),
    at(hour - slack),
  ),
  beforeSigning(
    {
      id: "window-past",
      section: "8",
      title: "a follow signed more than an hour ago is INVALID_TIMESTAMP",
      expected: "INVALID_TIMESTAMP",
    },
    at(-hour - slack),
    at(-24 * hour),
    (typedData) => ({ ...typedData, message: { ...typedData.message, timestamp: 0 } }),
  ),
  beforeSigning(
    {
      id: "window-future",
      section: "8",
      title: "a follow signed more than an hour ahead is INVALID_TIMESTAMP",
      expected: "INVALID_TIMESTAMP",
    },
    at(hour + slack),
    at(24 * hour),
    // A time in milliseconds, read as seconds, is far ahead.
    (typedData, context) => ({
      ...typedData,
      message: { ...typedData.message, timestamp: context.now() * 1000 },
    }),
  ),
];
