import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { UniversalProvider } from "@walletconnect/universal-provider";
import type { Page } from "playwright-core";
import { type WebSocket, WebSocketServer } from "ws";
import type { Wallet } from "./wallet.ts";

/** A call of JSON-RPC, as pages and wallets send it to a relay. */
interface Call {
  readonly id: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

type Send = (text: string) => void;

/** A relay of WalletConnect on this machine: passes on what is published under a topic, and keeps it for who comes later. */
class Relay {
  readonly #readers = new Map<string, Set<Send>>();
  readonly #published = new Map<string, object[]>();
  #last = 0;

  /** @returns what takes the texts of this connection */
  connect(send: Send): Send {
    return (text) => {
      const call = JSON.parse(text) as Call;
      // Else it is the receipt of something passed on.
      if (call.method)
        send(JSON.stringify({ id: call.id, jsonrpc: "2.0", result: this.#answer(call, send) }));
    };
  }

  #answer({ method, params = {} }: Call, send: Send): unknown {
    const text = (name: string) => String(params[name]);
    switch (method) {
      case "irn_subscribe":
        this.#subscribe(text("topic"), send);
        return text("topic");
      case "irn_batchSubscribe":
        for (const topic of params.topics as string[]) this.#subscribe(topic, send);
        return params.topics;
      case "irn_publish":
        this.#publish(text("topic"), text("message"), Number(params.tag), send);
        return true;
      // Who proposes or approves a session reads its topic from then on.
      case "wc_proposeSession":
        this.#subscribe(text("pairingTopic"), send);
        this.#publish(text("pairingTopic"), text("sessionProposal"), 1100, send);
        return true;
      case "wc_approveSession":
        this.#subscribe(text("sessionTopic"), send);
        this.#publish(text("pairingTopic"), text("sessionProposalResponse"), 1101, send);
        this.#publish(text("sessionTopic"), text("sessionSettlementRequest"), 1102, send);
        return true;
      case "irn_batchFetchMessages":
        return { messages: [], hasMore: false };
      default:
        return true;
    }
  }

  #subscribe(topic: string, send: Send): void {
    const readers = this.#readers.get(topic) ?? new Set();
    this.#readers.set(topic, readers.add(send));
    for (const data of this.#published.get(topic) ?? []) this.#pass(data, send);
  }

  #publish(topic: string, message: string, tag: number, sender: Send): void {
    const data = { topic, message, tag, publishedAt: Date.now(), attestation: "" };
    this.#published.set(topic, [...(this.#published.get(topic) ?? []), data]);
    for (const send of this.#readers.get(topic) ?? []) if (send !== sender) this.#pass(data, send);
  }

  #pass(data: object, send: Send): void {
    this.#last += 1;
    const params = { id: String(this.#last), data };
    const id = Date.now() * 1_000 + this.#last;
    setImmediate(() => send(JSON.stringify({ id, jsonrpc: "2.0", method: "irn_subscription", params })));
  }
}

/** A wallet on a phone, and the relay over which it meets a page. */
export interface PhoneWallet extends AsyncDisposable {
  /** Leads what a page sends to the public relay to the one on this machine. */
  serve(page: Page): Promise<void>;
  /** Scans a code: connects to the page, and signs all that it asks for. */
  scan(uri: string): Promise<void>;
  /** The methods that it was asked for. */
  readonly asked: readonly string[];
}

/** @param wallet what signs on the phone */
export async function openPhoneWallet(wallet: Wallet): Promise<PhoneWallet> {
  const relay = new Relay();
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  server.on("connection", (socket: WebSocket) => {
    const take = relay.connect((text) => socket.send(text));
    socket.on("message", (data) => take(String(data)));
  });
  const { port } = server.address() as AddressInfo;
  const metadata = { name: "Phone", description: "", url: "https://phone.example", icons: [] };
  const { client } = await UniversalProvider.init({
    projectId: "test",
    relayUrl: `ws://127.0.0.1:${port}`,
    metadata,
    logger: "silent",
    telemetryEnabled: false,
  });
  const asked: string[] = [];
  client.on("session_proposal", async ({ id }: { id: number }) => {
    const accounts = [`eip155:1:${wallet.address}`];
    const methods = ["personal_sign", "eth_signTypedData_v4"];
    const events = ["accountsChanged", "chainChanged"];
    await client.approve({ id, namespaces: { eip155: { chains: ["eip155:1"], accounts, methods, events } } });
  });
  client.on("session_request", async ({ id, topic, params: { request } }) => {
    asked.push(request.method);
    const result =
      request.method === "personal_sign"
        ? await wallet.signMessage(Buffer.from(request.params[0].slice(2), "hex").toString("utf8"))
        : await wallet.signTypedData(JSON.parse(request.params[1]));
    await client.respond({ topic, response: { id, jsonrpc: "2.0", result } });
  });
  return {
    asked,
    serve: (page) =>
      page.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org\//, (socket) => {
        const take = relay.connect((text) => socket.send(text));
        socket.onMessage((data) => take(String(data)));
      }),
    scan: async (uri) => void (await client.pair({ uri })),
    async [Symbol.asyncDispose]() {
      await client.core.relayer.transportClose();
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
