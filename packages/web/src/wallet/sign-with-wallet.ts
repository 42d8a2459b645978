import type { Address, Hex, TypedData } from "@freehold/protocol";
import { askWallet } from "./ask-wallet.ts";
import type { Account } from "./open-account.ts";
import { WalletError } from "./wallet-error.ts";

/**
 * Has typed data signed (`eth_signTypedData_v4`). Call it straight from a touch, with everything at hand.
 *
 * @returns 65 bytes in hex
 * @throws WalletError
 */
export function signTypedData({ wallet, address }: Account, typedData: TypedData): Promise<Hex> {
  // Wallets want the domain's own type named, which the protocol leaves out.
  const domain = Object.keys(typedData.domain).map((name) => ({
    name,
    type: name === "chainId" ? "uint256" : "string",
  }));
  const whole = { ...typedData, types: { EIP712Domain: domain, ...typedData.types } };
  return askForSignature(wallet.provider, "eth_signTypedData_v4", [address, JSON.stringify(whole)]);
}

/**
 * Has a text signed (`personal_sign`). Call it straight from a touch, with everything at hand.
 *
 * @returns 65 bytes in hex
 * @throws WalletError
 */
export function signMessage({ wallet, address }: Account, message: string): Promise<Hex> {
  const bytes = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, "0"));
  return askForSignature(wallet.provider, "personal_sign", [`0x${bytes.join("")}`, address]);
}

async function askForSignature(
  provider: Account["wallet"]["provider"],
  method: string,
  params: readonly [string | Address, string],
): Promise<Hex> {
  const signature = await askWallet(provider, method, params);
  if (typeof signature !== "string" || !/^0x[0-9a-f]{130}$/i.test(signature)) {
    // What is longer comes from a contract.
    throw new WalletError(typeof signature === "string" && signature.length > 132 ? "contract" : "failed");
  }
  return signature as Hex;
}
