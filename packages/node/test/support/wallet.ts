import type { Address, Hex, TypedData } from "@freehold/protocol";
import { toHex } from "@freehold/protocol";
import { hashTypedData } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";

/** A wallet as in a browser, built on viem. */
export interface Wallet {
  readonly address: Address;
  /** `personal_sign` (EIP-191): what Sign-In with Ethereum asks for. */
  signMessage(message: string): Promise<Hex>;
  /** `eth_signTypedData_v4` (EIP-712). */
  signTypedData(typedData: TypedData): Promise<Hex>;
}

/** @param key 32 bytes, or a number from 1 to 255 that stands for 32 of them */
export function createWallet(key: Uint8Array | number): Wallet {
  const privateKey = toHex(typeof key === "number" ? new Uint8Array(32).fill(key) : key);
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    signMessage: (message) => account.signMessage({ message }),
    signTypedData: ({ domain, types, primaryType, message }) => {
      // viem adds the type of the domain itself.
      const { EIP712Domain: _, ...own } = types as Record<string, TypedData["types"][string]>;
      const hash = hashTypedData<Record<string, unknown>, string>({
        domain,
        types: own,
        primaryType,
        message,
      });
      return sign({ hash, privateKey, to: "hex" });
    },
  };
}
