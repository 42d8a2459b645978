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
