import type { Socket } from "node:net";
import { createTransport, type Transporter } from "nodemailer";
import type { Config } from "../config/config.ts";
import { isGlobalUnicast } from "../peers/address-policy.ts";
import { connectSocket } from "../peers/connect-socket.ts";
import { readAuthorities } from "../peers/read-authorities.ts";
import { createNameResolver } from "../peers/resolve-name.ts";
import { limits } from "./limits.ts";
import { MailError } from "./mail-error.ts";
import { connectProblemOf } from "./mail-failure-of.ts";
import type { MailTransport } from "./mail-transport.ts";

/** What of the configuration says where mail may go, and whose certificates count. */
export type MailConfig = Pick<Config, "allowPrivatePeers" | "peerPorts" | "peerCa">;

/** One conversation with a mail server. */
export interface Mailer extends Disposable {
  readonly transporter: Transporter;
  /** Over when the time is, or when the caller gives up; what is open is destroyed then. */
  readonly signal: AbortSignal;
}

/** Where mail servers listen; another port only where the configuration allows any. */
const mailPorts: readonly number[] = [25, 465, 587, 2525];

/**
 * Prepares one conversation with a mail server under the guard of all calls out: the address that was checked is the
 * one that is connected to, private ones only where the configuration allows them. Certificates are always checked,
 * and a password goes inside TLS alone.
 *
 * @param options.totalMs how long the whole conversation may take
 * @param options.skipLogin the password is not sent; TLS is asked for as if it were
 */
export function openMailer(
  config: MailConfig,
  { host, port, secure, login }: MailTransport,
  options: { totalMs: number; skipLogin?: boolean; signal?: AbortSignal | undefined },
): Mailer {
  const timeout = AbortSignal.timeout(options.totalMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const resolver = createNameResolver({ preferSystem: config.allowPrivatePeers });
  let socket: Socket | null = null;
  const end = () => {
    socket?.destroy();
    resolver.cancel();
  };
  signal.addEventListener("abort", end, { once: true });
  const guard = {
    isAllowedAddress: config.allowPrivatePeers ? () => true : isGlobalUnicast,
    ports: config.peerPorts === "any" ? config.peerPorts : mailPorts,
    resolver,
  };
  const connectSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.stepMs)]);
  const transporter = createTransport({
    host,
    port,
    secure,
    ...(login && !options.skipLogin && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    requireTLS: login !== null,
    tls: { secureContext: readAuthorities(config.peerCa) },
    greetingTimeout: limits.stepMs,
    socketTimeout: limits.stepMs,
    connectionTimeout: limits.stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(_options, callback) {
      connectSocket({ host, port }, guard, connectSignal).then(
        (connection) => {
          socket = connection;
          callback(null, { connection });
        },
        (error: Error) => callback(new MailError(connectProblemOf(error), { cause: error })),
      );
    },
  });
  return {
    transporter,
    signal,
    [Symbol.dispose]() {
      signal.removeEventListener("abort", end);
      transporter.close();
      end();
    },
  };
}
