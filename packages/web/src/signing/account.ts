import {
  type Address,
  type Hex,
  parseAddress,
  signingDomain,
  type TypedData,
  toHex,
} from "@freehold/protocol";
import { askWallet, type Provider, type Wallet, WalletError } from "./wallets.ts";

/** An address that a wallet signs for. */
export interface Account {
  readonly wallet: Wallet;
  /** EIP-55. */
  readonly address: Address;
}

/** The chain of the protocol's signing domain, as wallets write it. */
const chainId = `0x${signingDomain.chainId.toString(16)}`;

/**
 * Opens an account whose signatures everybody can check: on the chain that they name, and no contract.
 *
 * @param wanted the address that has to sign; null for any
 * @throws WalletError
 */
export async function openAccount(wallet: Wallet, wanted: Address | null = null): Promise<Account> {
  const account = await askAccount(wallet, wanted);
  if (!(await isOnChain(wallet))) await changeChain(wallet);
  return account;
}

/**
 * Asks only for the address; the chain is a question of its own (`isOnChain`, `changeChain`).
 *
 * @throws WalletError
 */
export async function askAccount(wallet: Wallet, wanted: Address | null): Promise<Account> {
  const { provider } = wallet;
  const answer = await askWallet(provider, "eth_requestAccounts");
  const addresses = (Array.isArray(answer) ? answer : [])
    .map((one) => parseAddress(one))
    .filter((one) => one !== null);
  const address = wanted === null ? addresses[0] : addresses.find((one) => one === wanted);
  if (address === undefined) {
    throw new WalletError(wanted === null ? "failed" : "other-account", addresses[0] ?? "no account");
  }
  if (await isContract(provider, address)) throw new WalletError("contract", address);
  return { wallet, address };
}

/** Whether a wallet is on the chain that signatures name; true if it can't tell. */
export async function isOnChain({ provider }: Wallet): Promise<boolean> {
  const current = await askWallet(provider, "eth_chainId").catch(() => null);
  return typeof current !== "string" || Number(current) === Number(chainId);
}

/**
 * Asks a wallet to change to that chain: many wallets sign typed data only for their current chain.
 *
 * @throws WalletError
 */
export async function changeChain({ provider }: Wallet): Promise<void> {
  await askWallet(provider, "wallet_switchEthereumChain", [{ chainId }]).catch((error: WalletError) => {
    throw error.problem === "silent"
      ? error
      : new WalletError("other-chain", error.message, { cause: error });
  });
}

/** An account that delegates to code (EIP-7702) still signs with its key. False if the wallet can't tell. */
async function isContract(provider: Provider, address: Address): Promise<boolean> {
  const code = await askWallet(provider, "eth_getCode", [address, "latest"], 5_000).catch(() => "0x");
  return typeof code === "string" && code.length > 2 && !/^0xef0100/i.test(code);
}

/** Typed data as the node sends them, in JSON. @throws Error for anything else */
export function parseTypedData(value: unknown): TypedData {
  if (isTypedData(value)) return value;
  throw new Error("No typed data.");
}

function isTypedData(value: unknown): value is TypedData {
  return typeof value === "object" && value !== null && "primaryType" in value;
}

/**
 * Signs typed data (`eth_signTypedData_v4`). Call it straight from a click.
 *
 * @returns 65 bytes in hex
 * @throws WalletError
 */
export function signTypedData(account: Account, typedData: TypedData): Promise<Hex> {
  // Wallets need the type of the domain, which the protocol leaves out.
  const domain = Object.keys(typedData.domain).map((name) => ({
    name,
    type: name === "chainId" ? "uint256" : "string",
  }));
  const whole = { ...typedData, types: { EIP712Domain: domain, ...typedData.types } };
  return sign(account, "eth_signTypedData_v4", [account.address, JSON.stringify(whole)]);
}

/**
 * Signs a text (`personal_sign`). Call it straight from a click.
 *
 * @returns 65 bytes in hex
 * @throws WalletError
 */
export function signMessage(account: Account, message: string): Promise<Hex> {
  return sign(account, "personal_sign", [toHex(new TextEncoder().encode(message)), account.address]);
}

async function sign({ wallet }: Account, method: string, params: readonly string[]): Promise<Hex> {
  const signature = await askWallet(wallet.provider, method, params);
  if (typeof signature === "string" && /^0x[0-9a-f]{130}$/i.test(signature)) return signature as Hex;
  // Only a contract's signature is longer.
  throw new WalletError(typeof signature === "string" && signature.length > 132 ? "contract" : "failed");
}
