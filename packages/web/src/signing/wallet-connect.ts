import { type Provider, walletConnectId } from "./wallets.ts";

/** The time to fetch the phone, to scan the code and to read the message. */
const answerMs = 5 * 60_000;

/** The chain that the protocol's signatures name (CAIP-2). */
const chain = "eip155:1";
const namespace = {
  chains: [chain],
  methods: ["personal_sign", "eth_signTypedData_v4"],
  events: ["accountsChanged", "chainChanged"],
};

/** How the page asks for a wallet on another device. */
export interface Pairing {
  /** Shows the address (`wc:…`) that a wallet opens; null when it is no longer needed. */
  show(uri: string | null): void;
  /** Aborted when the owner closes the code. */
  signal(): AbortSignal;
}

/**
 * Announces wallets on other devices as a wallet of this page (EIP-6963). What connects to them is loaded with the first use.
 *
 * @param projectId the owner's project at the relay
 * @param name in the language of the page
 * @returns a function that ends it
 */
export function announceWalletConnect(projectId: string, name: string, pairing: Pairing): () => void {
  let opening: Promise<Relay> | null = null;
  const opened = () => {
    opening ??= openProvider(projectId).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const provider: Provider = {
    answerMs,
    async request({ method, params }) {
      if (method === "eth_chainId") return "0x1";
      // The relay carries no questions about the chain. A contract's signature is refused by its length.
      if (method === "eth_getCode") return "0x";
      const relay = await opened();
      if (method === "eth_requestAccounts") return await readAccounts(relay, pairing);
      return await relay.request({ method, params: params as unknown[] }, chain);
    },
  };
  const detail = Object.freeze({ info: { uuid: walletConnectId, name, icon: "" }, provider });
  const announce = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", announce);
  announce();
  return () => removeEventListener("eip6963:requestProvider", announce);
}

type Relay = InstanceType<typeof import("@walletconnect/universal-provider").UniversalProvider>;

async function openProvider(projectId: string): Promise<Relay> {
  const { UniversalProvider: universal } = await import("@walletconnect/universal-provider");
  const relay = await universal.init({
    projectId,
    metadata: { name: document.title, description: "", url: location.origin, icons: [] },
    telemetryEnabled: false,
    logger: "silent",
  });
  // A page's origin is verified in a frame of another site, which the page's policy blocks: don't wait for it.
  relay.client.core.verify.register = () => Promise.resolve("");
  return relay;
}

/** The accounts of the wallet that is connected; else of the one that scans the code. */
async function readAccounts(relay: Relay, pairing: Pairing): Promise<string[]> {
  const session = relay.session ?? (await pair(relay, pairing));
  const accounts = session?.namespaces.eip155?.accounts ?? [];
  return accounts
    .filter((account) => account.startsWith(`${chain}:`))
    .map((account) => account.slice(chain.length + 1));
}

async function pair(relay: Relay, { show, signal }: Pairing) {
  const { promise: closed, reject } = Promise.withResolvers<never>();
  relay.on("display_uri", show);
  try {
    const connecting = relay.connect({ optionalNamespaces: { eip155: namespace } });
    connecting.catch(() => {});
    const closing = signal();
    closing.addEventListener("abort", () => {
      relay.abortPairingAttempt();
      reject(Object.assign(new Error("The code was closed."), { code: 4001 }));
    });
    return await Promise.race([connecting, closed]);
  } finally {
    relay.off("display_uri", show);
    show(null);
  }
}
