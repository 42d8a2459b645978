import { type Address, parseAddress, signingDomain } from "@freehold/protocol";
import { askWallet } from "./ask-wallet.ts";
import type { Provider, Wallet } from "./discover-wallets.ts";
import { WalletError } from "./wallet-error.ts";

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
