export const privateKey = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
export const domain = { name: "epress world", version: "1", chainId: 1 } as const;
export const domainType = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
];

/** The signer of every case. */
export const alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
export const bob = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
export const hello = "0x2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
/** Unix seconds. */
export const time = 1_735_000_000;

export interface TypedMessage {
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** Typed data of one type, its members written as in Solidity: `address to, uint64 timestamp`. */
export function typed(primaryType: string, members: string, message: Record<string, unknown>): TypedMessage {
  return { primaryType, types: { [primaryType]: membersOf(members) }, message };
}

export function membersOf(members: string): { name: string; type: string }[] {
  return members.split(",").map((member) => {
    const [type = "", name = ""] = member.trim().split(" ");
    return { name, type };
  });
}
