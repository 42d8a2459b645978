import type { Check } from "../check.ts";
import { type Bend, signing, withDomain } from "./signed-values.ts";

const comes = "INVALID_SIGNATURE";
const address = `0x${"00".repeat(19)}01`;

function without(name: string): Bend {
  return (typedData) => {
    const domain = { ...typedData.domain };
    delete domain[name];
    return { ...typedData, domain };
  };
}

function withDomainType(members: readonly [name: string, type: string][]): Bend {
  const type = members.map(([name, kind]) => ({ name, type: kind }));
  return (typedData) => ({ ...typedData, types: { ...typedData.types, EIP712Domain: type } });
}

/** The domain is the protocol's in every field, or the signature is for something else (spec 5, rule 4). */
export const signingDomainChecks: readonly Check[] = [
  signing(
    { id: "domain-name", title: "another name in the domain is INVALID_SIGNATURE", comes },
    withDomain({ name: "epress" }),
    withDomain({ name: "Epress World" }),
    withDomain({ name: "" }),
  ),
  signing(
    { id: "domain-version", title: "another version in the domain is INVALID_SIGNATURE", comes },
    withDomain({ version: "2" }),
    withDomain({ version: "1.0" }),
  ),
  signing(
    { id: "domain-chain", title: "another chain in the domain is INVALID_SIGNATURE", comes },
    withDomain({ chainId: 5 }),
    withDomain({ chainId: 0 }),
  ),
  signing(
    { id: "domain-types", title: "a version or chain of another JSON type is INVALID_SIGNATURE", comes },
    withDomain({ version: 1 }),
    withDomain({ chainId: "1" }),
  ),
  signing(
    { id: "domain-more", title: "one field more in the domain is INVALID_SIGNATURE", comes },
    withDomain({ verifyingContract: address }),
    withDomain({ salt: `0x${"00".repeat(32)}` }),
  ),
  signing(
    { id: "domain-less", title: "one field less in the domain is INVALID_SIGNATURE", comes },
    without("name"),
    without("version"),
    without("chainId"),
  ),
  signing(
    { id: "domain-type-absent", title: "types.EIP712Domain may be absent", comes: "taken" },
    (typedData) => {
      const types = { ...typedData.types };
      delete types.EIP712Domain;
      return { ...typedData, types };
    },
  ),
  signing(
    {
      id: "domain-type-other",
      title: "another types.EIP712Domain is INVALID_PAYLOAD",
      comes: "INVALID_PAYLOAD",
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
/** Room for the way to the node and for clocks that round. */
const slack = 15;

function at(seconds: number): Bend {
  return (typedData, context) => ({
    ...typedData,
    message: { ...typedData.message, timestamp: context.now() + seconds },
  });
}

/** One hour either side of the node's clock (spec 5, rule 3, and 8). */
export const timeWindow: readonly Check[] = [
  signing(
    {
      id: "window-inside",
      section: "8",
      title: "signed almost an hour ago, or almost an hour ahead, it is taken",
      comes: "taken",
    },
    at(slack - hour),
    at(hour - slack),
  ),
  signing(
    {
      id: "window-past",
      section: "8",
      title: "signed more than an hour ago it is INVALID_TIMESTAMP",
      comes: "INVALID_TIMESTAMP",
    },
    at(-hour - slack),
    at(-24 * hour),
    (typedData) => ({ ...typedData, message: { ...typedData.message, timestamp: 0 } }),
  ),
  signing(
    {
      id: "window-future",
      section: "8",
      title: "signed more than an hour ahead it is INVALID_TIMESTAMP",
      comes: "INVALID_TIMESTAMP",
    },
    at(hour + slack),
    at(24 * hour),
    // What is right in milliseconds is far ahead in seconds.
    (typedData, context) => ({
      ...typedData,
      message: { ...typedData.message, timestamp: context.now() * 1000 },
    }),
  ),
];
