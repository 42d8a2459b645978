import type { Socket } from "node:net";
import { createTransport, type Transporter } from "nodemailer";
import type { Config } from "../config/config.ts";
import { isGlobalUnicast } from "../peers/address-policy.ts";
import { connectSocket } from "../peers/guarded-connector.ts";
import { readAuthorities } from "../peers/peers.ts";
import { createNameResolver } from "../peers/resolve-name.ts";
import { limits } from "./limits.ts";
import { connectProblemOf, MailError, mailFailureOf } from "./mail-error.ts";
import type { MailTransport } from "./mail-transport.ts";
import { isMailAddress } from "./mail-transport.ts";

/**
 * Connects, says hello and logs in, and sends nothing (decisions 7): ten seconds for all of it, under the guard of
 * every call out.
 *
 * @param options.totalMs how long a person waits
 * @param options.skipLogin stops before the login; everything before it is checked as if the login followed
 * @throws MailError which of the steps failed
 */
export async function checkMailServer(
  config: MailConfig,
  transport: MailTransport,
  { totalMs = limits.checkMs, skipLogin = false }: { totalMs?: number; skipLogin?: boolean } = {},
): Promise<void> {
  using mailer = openMailer(config, transport, { totalMs, skipLogin });
  try {
    await mailer.transporter.verify();
  } catch (error) {
    throw mailFailureOf(error);
  }
}

/** One mail, in two versions of the same words. */
export interface MailMessage {
  /** Without angle brackets; the same at every try, so that a server which has it already can tell. */
  readonly id: string;
  readonly from: MailAddress;
  /** One address, and no list of them. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/**
 * Sends one mail to one address. What could be taken for more than that, and a line break in a header, is refused as a
 * server would (553).
 *
 * @throws MailError; its `smtpStatus` is the server's answer
 */
export async function sendMail(
  config: MailConfig,
  transport: MailTransport,
  message: MailMessage,
  signal?: AbortSignal,
): Promise<void> {
  const { id, from, to, subject, text, html } = message;
  const isPlain = [id, from.name, subject].every((part) => !/\p{Cc}/u.test(part));
  if (!isPlain || !isMailAddress(to) || !isMailAddress(from.address)) {
    throw new MailError("message", { smtpStatus: 553 });
  }
  using mailer = openMailer(config, transport, { totalMs: limits.mailMs, signal });
  try {
    await mailer.transporter.sendMail({
      messageId: `<${id}>`,
      from,
      to: { name: "", address: to },
      envelope: { from: from.address, to: [to] },
      subject,
      text,
      html,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (error) {
    throw mailFailureOf(error);
  }
}

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
function openMailer(
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
