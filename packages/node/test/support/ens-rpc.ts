import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { Address } from "@freehold/protocol";
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  toHex,
  zeroAddress,
} from "viem";
import { namehash, packetToBytes } from "viem/ens";

const resolver = parseAbi([
  "function reverse(bytes lookupAddress, uint256 coinType) view returns (string, address, address)",
  "function resolve(bytes name, bytes data) view returns (bytes, address)",
  "error ResolverNotFound(bytes name)",
  "error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)",
]);
const records = parseAbi([
  "function addr(bytes32 node) view returns (address)",
  "function text(bytes32 node, string key) view returns (string)",
]);

/** The records of a name on the chain. */
interface OnChain {
  /** The address that the name resolves to; none without it. */
  readonly address?: Address;
  readonly avatar?: string;
}

/** An Ethereum RPC with the Universal Resolver of ENS; its answers are encoded by viem. */
export class EnsRpc {
  /** Primary names by address in lower case; `offchain` for one whose records are elsewhere. */
  readonly primary = new Map<string, string>();
  readonly names = new Map<string, OnChain>();
  /** The paths that were requested. */
  readonly asked: string[] = [];
  /** The chain that it is of. */
  chain = "0x1";
  /** Replaces the next answers of the contract. */
  breaks: ((response: ServerResponse) => void) | null = null;
  /** Every answer waits for it. */
  gate: Promise<void> = Promise.resolve();

  /** A name that is its address's primary one and leads back to it. */
  add(address: Address, name: string, avatar?: string): void {
    this.primary.set(address.toLowerCase(), name);
    this.names.set(name, { address, ...(avatar !== undefined && { avatar }) });
  }

  /** Answers a call by HTTP. */
  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    this.asked.push(request.url ?? "");
    const { id, method, params } = (await json(request)) as {
      id: number;
      method: string;
      params: [{ to: string; data: Hex }, string];
    };
    await this.gate;
    response.setHeader("Content-Type", "application/json");
    if (method === "eth_chainId") {
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: this.chain }));
      return;
    }
    if (this.breaks) return this.breaks(response);
    if (method !== "eth_call" || params[0].to !== "0xeeeeeeee14d718c2b47d9923deab1335e144eeee") {
      throw new Error("The RPC was asked for something else.");
    }
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...this.#answer(params[0].data) }));
  };

  #answer(data: Hex): object {
    const { functionName, args } = decodeFunctionData({ abi: resolver, data });
    if (functionName === "reverse") {
      if (args[1] !== 60n) throw new Error("Another coin was asked for.");
      const name = this.primary.get(args[0]) ?? "";
      if (name === "offchain") return revert(offchain);
      const result = [name, zeroAddress, zeroAddress] as const;
      return { result: encodeFunctionResult({ abi: resolver, functionName, result }) };
    }
    const [wire, question] = args;
    const [name] = [...this.names.keys()].filter((one) => toHex(packetToBytes(one)) === wire);
    const record = name === undefined ? undefined : this.names.get(name);
    if (name === undefined || !record)
      return revert(encodeErrorResult({ abi: resolver, errorName: "ResolverNotFound", args: [wire] }));
    const asked = decodeFunctionData({ abi: records, data: question });
    if (asked.args[0] !== namehash(name)) throw new Error("The hash of the name is wrong.");
    const found =
      asked.functionName === "addr"
        ? encodeAbiParameters([{ type: "address" }], [record.address ?? zeroAddress])
        : encodeAbiParameters(
            [{ type: "string" }],
            [asked.args[1] === "avatar" ? (record.avatar ?? "") : ""],
          );
    const result = [found, zeroAddress] as const;
    return { result: encodeFunctionResult({ abi: resolver, functionName, result }) };
  }
}

const offchain = encodeErrorResult({
  abi: resolver,
  errorName: "OffchainLookup",
  args: [zeroAddress, ["https://gateway.example/{sender}/{data}"], "0x12", "0x12345678", "0x"],
});

const revert = (data: Hex) => ({ error: { code: 3, message: "execution reverted", data } });
