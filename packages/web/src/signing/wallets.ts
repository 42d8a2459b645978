/** A wallet's own interface (EIP-1193). */
export interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
  /** How long it may be silent, in milliseconds, where it asks for more than a touch. */
  readonly patienceMs?: number;
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

/** The id of the owner's key file where it stands among the wallets of a page. */
export const keyFileId = "freehold:key-file";

interface Announcement {
  readonly info?: { readonly uuid?: unknown; readonly name?: unknown; readonly icon?: unknown };
  readonly provider?: Provider;
}

/**
 * Tells of the wallets in this browser, now and whenever one more announces itself. One that only stands in
 * `window.ethereum`, as older ones do, is told of when none has announced itself for half a second.
 *
 * @param onChange gets all of them, in the order in which they came
 * @returns what ends it
 */
export function discoverWallets(
  onChange: (wallets: readonly Wallet[]) => void,
  { page = window, patienceMs = 500 }: { page?: Window; patienceMs?: number } = {},
): () => void {
  const wallets = new Map<string, Wallet>();
  const hear = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<Announcement>).detail);
    if (wallet === null || wallets.has(wallet.id)) return;
    wallets.set(wallet.id, wallet);
    onChange([...wallets.values()]);
  };
  page.addEventListener("eip6963:announceProvider", hear);
  page.dispatchEvent(new Event("eip6963:requestProvider"));
  const timer = setTimeout(() => {
    const { ethereum } = page as Window & { ethereum?: Provider };
    if ([...wallets.keys()].some((id) => id !== keyFileId)) return;
    const older: Wallet[] = ethereum?.request
      ? [{ id: "window.ethereum", name: "", icon: null, provider: ethereum }]
      : [];
    onChange([...older, ...wallets.values()]);
  }, patienceMs);
  return () => {
    clearTimeout(timer);
    page.removeEventListener("eip6963:announceProvider", hear);
  };
}

function readAnnouncement({ info, provider }: Announcement): Wallet | null {
  const isUsable = typeof info?.uuid === "string" && typeof provider?.request === "function";
  if (!isUsable) return null;
  const icon = typeof info.icon === "string" && /^data:image\//.test(info.icon) ? info.icon : null;
  return { id: String(info.uuid), name: String(info.name ?? "").slice(0, 60), icon, provider };
}

/** How long a wallet may be silent, in milliseconds (look.md). */
const patienceMs = 60_000;

/**
 * Asks a wallet for something. The question goes out before anything is awaited: on a phone a prompt is lost that does
 * not come straight from a touch.
 *
 * @throws WalletError
 */
export async function askWallet(
  provider: Provider,
  method: string,
  params?: unknown,
  waitMs: number = provider.patienceMs ?? patienceMs,
): Promise<unknown> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new WalletError("silent")), waitMs);
  try {
    return await Promise.race([
      provider.request({ method, ...(params !== undefined && { params }) }),
      silence,
    ]);
  } catch (error) {
    throw error instanceof WalletError ? error : toWalletError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The codes of EIP-1193, and -32002, with which wallets say that a question is open. */
function toWalletError(error: unknown): WalletError {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const words = String(message ?? error).slice(0, 300);
  if (code === 4001) return new WalletError("refused", words, { cause: error });
  if (code === -32002) return new WalletError("busy", words, { cause: error });
  return new WalletError("failed", words, { cause: error });
}

/**
 * Why a wallet did not sign:
 *
 * - `silent`: it has not answered for a minute; its prompt may stand behind another window
 * - `refused`: its owner said no
 * - `busy`: it has an earlier question open
 * - `other-chain`: it does not want to change to Ethereum's main chain, which the protocol's signatures name
 * - `other-account`: it signs for another address than the one that is wanted
 * - `contract`: the address is a contract, whose signatures no other node can check
 * - `failed`: anything else; `message` is what the wallet says
 */
export type WalletProblem =
  | "silent"
  | "refused"
  | "busy"
  | "other-chain"
  | "other-account"
  | "contract"
  | "failed";

export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly problem: WalletProblem;

  constructor(problem: WalletProblem, message: string = problem, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
