import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer as createHttpsServer, type Server } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createSigner, type Signer } from "../../../src/domain/access/signer.ts";
import type { CertificateAuthority, ServerCertificate } from "../certificates.ts";
import { answerHonestly, makePost, type PeerPost, type PeerSelf } from "./answer-honestly.ts";
import { type Behaviour, type Exchange, headOf } from "./behaviour.ts";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A peer with a key, over real HTTPS on loopback: honest, until a behaviour is set. */
export interface ToxicPeer extends PeerSelf, AsyncDisposable {
  readonly posts: PeerPost[];
  /** Everything that it was asked, to be played again. */
  readonly seen: SeenRequest[];
  /** Bytes that it could get rid of: more than what was read of them by what the sockets hold. */
  readonly written: number;
  /** Connections that are open. */
  readonly open: number;
  publish(content: string, timestamp?: number): PeerPost;
  /** From now on it does that, where `where` holds; null: it is honest again. Open connections are broken. */
  behave(behaviour: Behaviour | null, where?: (request: IncomingMessage) => boolean): Promise<void>;
}

export interface ToxicPeerOptions {
  authority: CertificateAuthority;
  /** The same one for many peers saves making keys. */
  certificate?: ServerCertificate;
  title?: string;
  /** Between two bytes; a second by default. */
  dripMs?: number;
}

export async function createToxicPeer(options: ToxicPeerOptions): Promise<ToxicPeer> {
  const { authority, title = "Mallory", dripMs = 1_000 } = options;
  const own = options.certificate ?? (await authority.issue(["localhost"]));
  const signer: Signer = createSigner(randomBytes(32));
  const open = new Map<number, Socket>();
  const endings = new AbortController();
  let now: { behaviour: Behaviour; where: (request: IncomingMessage) => boolean } | null = null;
  let written = 0;

  const tls: Server = createHttpsServer({ ...own }, (request, response) => {
    // A socket that was written to behind its back is not this response's any more.
    response.on("error", () => {});
    void text(request).then(
      (body) => answer(request, body),
      () => {},
    );
  });
  tls.on("tlsClientError", () => {});
  const front = createServer((socket) => {
    const { remotePort = 0 } = socket;
    open.set(remotePort, socket);
    socket.on("error", () => {});
    socket.once("close", () => open.delete(remotePort));
    if (now?.behaviour.connect) now.behaviour.connect(socket);
    else tls.emit("connection", socket);
  });

  function answer(request: IncomingMessage, body: string): void {
    const { method = "GET", url = "/" } = request;
    peer.seen.push({ method, path: url, body });
    const usual = answerHonestly(peer, method, url);
    const exchange = createExchange(request, usual);
    if (now?.behaviour.answer && now.where(request)) {
      now.behaviour.answer(exchange);
      return;
    }
    exchange.write(headOf(usual));
    exchange.write(usual.body);
    exchange.end();
  }

  function createExchange(request: IncomingMessage, usual: Exchange["usual"]): Exchange {
    const { socket } = request;
    const raw = open.get(socket.remotePort ?? 0);
    socket.on("error", () => {});
    function write(bytes: string | Uint8Array): boolean {
      if (socket.destroyed || socket.writableEnded) return false;
      return socket.write(bytes, (error) => {
        if (!error) written += bytes.length;
      });
    }
    return {
      request,
      usual,
      write,
      writeWithoutEnd(bytes) {
        const more = () => {
          while (!socket.destroyed && write(bytes));
        };
        socket.on("drain", more);
        more();
      },
      drip(bytes) {
        const all = Buffer.from(bytes as Uint8Array);
        let at = 0;
        const timer = setInterval(() => {
          if (socket.destroyed || at >= all.length) clearInterval(timer);
          else write(all.subarray(at++, at));
        }, dripMs);
        endings.signal.addEventListener("abort", () => clearInterval(timer), { once: true });
      },
      end: () => void socket.end(),
      reset: () => void raw?.resetAndDestroy(),
    };
  }

  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const url = `https://localhost:${(front.address() as AddressInfo).port}`;
  const peer: ToxicPeer = {
    signer,
    url,
    title,
    posts: [],
    seen: [],
    get written() {
      return written;
    },
    get open() {
      return open.size;
    },
    publish(content, timestamp = Math.floor(Date.now() / 1000)) {
      const post = makePost(signer, content, timestamp);
      peer.posts.push(post);
      return post;
    },
    async behave(behaviour, where = () => true) {
      now = behaviour && { behaviour, where };
      tls.setSecureContext((await behaviour?.certify?.(authority)) ?? own);
      for (const socket of open.values()) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      endings.abort();
      for (const socket of open.values()) socket.destroy();
      const closed = once(front, "close");
      front.close();
      await closed;
    },
  };
  return peer;
}
