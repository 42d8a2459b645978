/** A wallet's own interface (EIP-1193). */
export interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
  /** How long it may take to answer, if it asks for more than a click. */
  readonly answerMs?: number;
}

/** A wallet that is in this browser (EIP-6963). */
export interface Wallet {
  /** Unique in this page. */
  readonly id: string;
  readonly name: string;
  /** A picture as a data: address, or null. */
  readonly icon: string | null;
  readonly provider: Provider;
}

/** The id of the owner's key file among the wallets of a page. */
export const keyFileId = "freehold:key-file";

/** The id of wallets on other devices, which connect over WalletConnect. */
export const walletConnectId = "freehold:wallet-connect";

/** The ids of wallets that the page itself offers. */
const ownIds: readonly string[] = [keyFileId, walletConnectId];

interface Announcement {
  readonly info?: { readonly uuid?: unknown; readonly name?: unknown; readonly icon?: unknown };
  readonly provider?: Provider;
}

/**
 * Finds the wallets in this browser, now and whenever another one announces itself. An older wallet that is only in
 * `window.ethereum` counts if no other has announced itself by then.
 *
 * @param onChange gets all wallets in the order of their announcements
 * @returns a function that stops it
 */
export function discoverWallets(
  onChange: (wallets: readonly Wallet[]) => void,
  { page = window, announceMs = 500 }: { page?: Window; announceMs?: number } = {},
): () => void {
  const wallets = new Map<string, Wallet>();
  const onAnnounce = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<Announcement>).detail);
    if (wallet === null || wallets.has(wallet.id)) return;
    wallets.set(wallet.id, wallet);
    onChange([...wallets.values()]);
  };
  page.addEventListener("eip6963:announceProvider", onAnnounce);
  page.dispatchEvent(new Event("eip6963:requestProvider"));
  const timer = setTimeout(() => {
    const { ethereum } = page as Window & { ethereum?: Provider };
    if ([...wallets.keys()].some((id) => !ownIds.includes(id))) return;
    const older: Wallet[] = ethereum?.request
      ? [{ id: "window.ethereum", name: "", icon: null, provider: ethereum }]
      : [];
    onChange([...older, ...wallets.values()]);
  }, announceMs);
  return () => {
    clearTimeout(timer);
    page.removeEventListener("eip6963:announceProvider", onAnnounce);
  };
}

function readAnnouncement({ info, provider }: Announcement): Wallet | null {
  const isUsable = typeof info?.uuid === "string" && typeof provider?.request === "function";
  if (!isUsable) return null;
  const icon = typeof info.icon === "string" && /^data:image\//.test(info.icon) ? info.icon : null;
  return { id: String(info.uuid), name: String(info.name ?? "").slice(0, 60), icon, provider };
}

/** How long a wallet may take to answer (look.md). */
const answerMs = 60_000;

/**
 * Sends a request to a wallet. It goes out before the first `await`: a phone only opens a prompt straight from a tap.
 *
 * @throws WalletError
 */
export async function askWallet(
  provider: Provider,
  method: string,
  params?: unknown,
  timeoutMs: number = provider.answerMs ?? answerMs,
): Promise<unknown> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new WalletError("silent")), timeoutMs);
  try {
    const answer = provider.request({ method, ...(params !== undefined && { params }) });
    return await Promise.race([answer, timeout]);
  } catch (error) {
    throw error instanceof WalletError ? error : toWalletError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** 4001 is of EIP-1193; wallets use -32002 while another request is open. */
const problems = new Map<unknown, WalletProblem>([
  [4001, "refused"],
  [-32002, "busy"],
]);

function toWalletError(error: unknown): WalletError {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const text = String(message ?? error).slice(0, 300);
  return new WalletError(problems.get(code) ?? "failed", text, { cause: error });
}

/**
 * Why a wallet did not sign:
 *
 * - `silent`: no answer for a minute; its prompt may be behind another window
 * - `refused`: its owner refused
 * - `busy`: another request is open
 * - `other-chain`: it did not change to Ethereum's main chain, which the protocol's signatures name
 * - `other-account`: it has another address than the wanted one
 * - `contract`: the address is a contract, whose signatures other nodes can't check
 * - `failed`: anything else; `message` is the wallet's
 */
export type WalletProblem =
  | ("silent" | "refused" | "busy" | "failed")
  | ("other-chain" | "other-account" | "contract");

export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, message: string = problem, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
