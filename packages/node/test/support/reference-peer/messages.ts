import { isDeepStrictEqual } from "node:util";
import { type Address, getAddress, type Hex, isAddress, recoverTypedDataAddress } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { invalid, Refusal } from "./refusal.ts";

/** The messages of the reference form (decisions 1), written down a second time: this side shares nothing with ours. */
const types = {
  CreateConnection: [
    { name: "followeeAddress", type: "address" },
    { name: "followeeUrl", type: "string" },
    { name: "followerUrl", type: "string" },
    { name: "timestamp", type: "uint256" },
  ],
  DeleteConnection: [
    { name: "followeeAddress", type: "address" },
    { name: "followerAddress", type: "address" },
    { name: "timestamp", type: "uint256" },
  ],
  NodeProfileUpdate: [
    { name: "publisherAddress", type: "address" },
    { name: "url", type: "string" },
    { name: "title", type: "string" },
    { name: "description", type: "string" },
    { name: "timestamp", type: "uint256" },
  ],
  StatementOfSource: [
    { name: "contentHash", type: "bytes32" },
    { name: "publisherAddress", type: "address" },
    { name: "timestamp", type: "uint64" },
  ],
} as const;

export interface Messages {
  CreateConnection: { followeeAddress: Address; followeeUrl: string; followerUrl: string; timestamp: number };
  DeleteConnection: { followeeAddress: Address; followerAddress: Address; timestamp: number };
  NodeProfileUpdate: {
    publisherAddress: Address;
    url: string;
    title: string;
    description: string;
    timestamp: number;
  };
  StatementOfSource: { contentHash: Hex; publisherAddress: Address; timestamp: number };
}
export type MessageName = keyof Messages;

/** What is posted: with the same data a second node can be asked. */
export interface SignedMessage {
  typedData: Record<string, unknown>;
  signature: Hex;
}

const domain = { name: "epress world", version: "1", chainId: 1 } as const;
const domainType = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
];
const windowSeconds = 3_600;

export async function signMessage<N extends MessageName>(
  account: PrivateKeyAccount,
  primaryType: N,
  message: Messages[N],
): Promise<SignedMessage> {
  const typedData = { domain, types: { [primaryType]: types[primaryType] }, primaryType, message };
  const hashed = { ...message, timestamp: BigInt(message.timestamp) };
  const signature = await account.signTypedData({ ...typedData, message: hashed } as never);
  return { typedData: { ...typedData, types: { EIP712Domain: domainType, ...typedData.types } }, signature };
}

/**
 * Reads a signed message, as strictly as the reference program does (decisions 6): addresses in EIP-55, hashes in lower
 * case, timestamps as JSON numbers, nothing more and nothing less.
 *
 * @param window whether the time must lie within the hour
 */
export async function readMessage<N extends MessageName>(
  name: N,
  body: unknown,
  { window }: { window: boolean },
): Promise<{ message: Messages[N]; signer: Address; signed: SignedMessage }> {
  const { typedData, signature } = asRecord(body);
  const sent = asRecord(typedData);
  const fields: ReadonlyArray<{ name: string; type: string }> = types[name];
  if (sent.primaryType !== name) throw invalid(`This is not a ${name}.`);
  if (!isDeepStrictEqual(asRecord(sent.types)[name], fields)) throw invalid("These are not its types.");
  const message = asRecord(sent.message);
  if (Object.keys(message).length !== fields.length) throw invalid("There are other fields than these.");
  for (const field of fields) checkField(field, message[field.name]);
  if (typeof signature !== "string") throw invalid("There is no signature.");
  if (!isDeepStrictEqual(sent.domain, domain)) throw badSignature();
  const timestamp = Number(message.timestamp);
  const signer = await recoverTypedDataAddress({
    domain,
    types: { [name]: types[name] },
    primaryType: name,
    message: { ...message, timestamp: BigInt(timestamp) },
    signature: signature as Hex,
  } as never).catch(() => {
    throw badSignature();
  });
  if (window && Math.abs(Date.now() / 1000 - timestamp) > windowSeconds) {
    throw new Refusal(400, "INVALID_TIMESTAMP", "The time is more than an hour away.");
  }
  const signed = { typedData: sent, signature: signature as Hex };
  return { message: message as unknown as Messages[N], signer: getAddress(signer), signed };
}

export function badSignature(): Refusal {
  return new Refusal(400, "INVALID_SIGNATURE", "The signature is not the right one.");
}

export function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("It is no object.");
  return value as Record<string, unknown>;
}

function checkField({ name, type }: { name: string; type: string }, value: unknown): void {
  const checks: Record<string, () => boolean> = {
    address: () =>
      typeof value === "string" && isAddress(value, { strict: true }) && getAddress(value) === value,
    bytes32: () => typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value),
    string: () => typeof value === "string",
  };
  const isNumber = () => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  if (!(checks[type] ?? isNumber)()) throw invalid(`${name} is malformed.`);
}
