import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { CertificateAuthority, ServerCertificate } from "../certificates.ts";

/** What an honest node would answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One request that a toxic peer got, and what it can do about it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly usual: Reply;
  /** Writes raw bytes, valid HTTP or not. @returns false when the reader is behind */
  write(bytes: string | Uint8Array): boolean;
  /** Writes again and again, as fast as they are read, until nobody reads any more. */
  writeWithoutEnd(bytes: string | Uint8Array): void;
  /** Writes these bytes one by one, each a little later. */
  drip(bytes: string | Uint8Array): void;
  /** Ends the connection as one should. */
  end(): void;
  /** Breaks it, with RST. */
  reset(): void;
}

/** A way to be a bad peer. Whatever is not said is done as an honest node does it. */
export interface Behaviour {
  /** What it shows instead of its own certificate. */
  readonly certify?: (authority: CertificateAuthority) => Promise<ServerCertificate>;
  /** Has a connection before there is TLS on it. */
  readonly connect?: (socket: Socket) => void;
  readonly answer?: (exchange: Exchange) => void;
}

/** The head of a reply as it goes over the wire. */
export function headOf({ status, headers }: Pick<Reply, "status" | "headers">): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} So it is\r\n${lines.join("")}\r\n`;
}

/** A reply whose head says how long its body is; one without a body gets one. */
export function withBody({ status, headers, body }: Reply, length?: number): Reply {
  const full = body.length > 0 ? body : Buffer.from('{"status":"accepted"}');
  return {
    status: status === 204 ? 200 : status,
    headers: { ...headers, "content-length": String(length ?? full.length) },
    body: full,
  };
}
