import { type Address, type Hex, parseAddress, signingDomain, type TypedData } from "@freehold/protocol";
import type { Provider, Wallet } from "./wallets.ts";
import { askWallet, WalletError } from "./wallets.ts";

/** An address that a wallet signs for. */
export interface Account {
  readonly wallet: Wallet;
  /** EIP-55. */
  readonly address: Address;
}

/** What Ethereum's wallets call the chain of the protocol's signing domain. */
const chainId = `0x${signingDomain.chainId.toString(16)}`;

/**
 * Asks a wallet which address it signs for, and sees to it that its signatures can be checked by anybody: it is on the
 * chain that the signatures name, and the address is no contract.
 *
 * @param wanted the address that is to sign, or null for whichever it is
 * @throws WalletError
 */
export async function openAccount(wallet: Wallet, wanted: Address | null = null): Promise<Account> {
  const account = await askAccount(wallet, wanted);
  if (!(await isOnChain(wallet))) await changeChain(wallet);
  return account;
}

/**
 * The first half of it, and the only question of it that is asked of everybody: which address, and that it is no
 * contract. Whether the wallet is on the right chain is `isOnChain`; to have it changed is a question of its own.
 *
 * @throws WalletError
 */
export async function askAccount(wallet: Wallet, wanted: Address | null): Promise<Account> {
  const { provider } = wallet;
  const addresses = readAddresses(await askWallet(provider, "eth_requestAccounts"));
  const address = wanted === null ? addresses[0] : addresses.find((one) => one === wanted);
  if (address === undefined) {
    throw new WalletError(wanted === null ? "failed" : "other-account", addresses[0] ?? "no account");
  }
  if (await isContract(provider, address)) throw new WalletError("contract", address);
  return { wallet, address };
}

function readAddresses(given: unknown): Address[] {
  const list = Array.isArray(given) ? given : [];
  return list.map((one) => parseAddress(one)).filter((one) => one !== null);
}

/** Whether a wallet is on the chain that signatures name; one that can't tell is believed. */
export async function isOnChain({ provider }: Pick<Wallet, "provider">): Promise<boolean> {
  const current = await askWallet(provider, "eth_chainId").catch(() => null);
  return typeof current !== "string" || Number(current) === Number(chainId);
}

/**
 * Asks a wallet to change to that chain: many a one signs typed data for the chain alone that it is on.
 *
 * @throws WalletError
 */
export async function changeChain({ provider }: Pick<Wallet, "provider">): Promise<void> {
  await askWallet(provider, "wallet_switchEthereumChain", [{ chainId }]).catch((error: WalletError) => {
    throw error.problem === "silent"
      ? error
      : new WalletError("other-chain", error.message, { cause: error });
  });
}

/** An account that delegates to code (EIP-7702) still signs with its key. A wallet that can't tell is believed. */
async function isContract(provider: Provider, address: Address): Promise<boolean> {
  const code = await askWallet(provider, "eth_getCode", [address, "latest"], 5_000).catch(() => "0x");
  return typeof code === "string" && code.length > 2 && !/^0xef0100/i.test(code);
}

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
