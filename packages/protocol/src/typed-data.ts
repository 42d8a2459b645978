import type { Hex } from "./hex.ts";

/** One member of a type in typed data. */
export interface TypeMember {
  name: string;
  type: string;
}

/** EIP-712 typed data of a message, as a wallet takes it (spec 2.6). */
export interface TypedData {
  domain: { name: string; version: string; chainId: number };
  types: Record<string, TypeMember[]>;
  primaryType: string;
  message: Record<string, unknown>;
}

/** Typed data with its signature: the body of every signed request (spec 2.6). */
export interface Envelope {
  typedData: TypedData;
  signature: Hex;
}
