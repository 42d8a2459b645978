import type { Socket } from "node:net";
import type { Transporter } from "nodemailer";
import type { Config } from "../config/config.ts";
import { isGlobalUnicast } from "../peers/address-policy.ts";
import { connectSocket } from "../peers/connect-socket.ts";
import { readAuthorities } from "../peers/peers.ts";
import { createNameResolver } from "../peers/resolve-name.ts";
import { limits } from "./limits.ts";
import { connectProblemOf, MailError, mailFailureOf } from "./mail-error.ts";
import { isMailAddress, type MailTransport } from "./mail-transport.ts";

/**
 * Connects and logs in, and sends nothing (decisions 7): within ten seconds, guarded like every outbound call.
 *
 * @param options.totalMs for all steps together
 * @param options.skipLogin stops before the login; everything before it is checked as if the login followed
 * @throws MailError with the step that failed
 */
export async function checkMailServer(
  config: MailConfig,
  transport: MailTransport,
  { totalMs = limits.checkMs, skipLogin = false }: { totalMs?: number; skipLogin?: boolean } = {},
): Promise<void> {
  using mailer = await openMailer(config, transport, { totalMs, skipLogin });
  try {
    await mailer.verify();
  } catch (error) {
    throw mailFailureOf(error);
  }
}

/** One mail, as plain text and as HTML. */
export interface MailMessage {
  /** Without angle brackets; the same at every try, so that a server can detect a duplicate. */
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  /** One address, no list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** More header fields, in ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For reports of failure (RFC 3461), where the server knows them. */
  readonly envelopeId?: string;
  /** The same at every try; now by default. */
  readonly date?: Date;
}

/**
 * Sends one mail to one address. Anything that could be a list, or a line break in a header, is refused as a server would
 * do (553).
 *
 * @throws MailError; its `smtpStatus` is the server's answer
 */
export async function sendMail(
  config: MailConfig,
  transport: MailTransport,
  message: MailMessage,
  signal?: AbortSignal,
): Promise<void> {
  const { id, from, to, subject, text, html, headers = {}, envelopeId, date } = message;
  const isPlain = [id, from.name, subject, ...Object.values(headers)].every((part) => !/\p{Cc}/u.test(part));
  if (!isPlain || !isMailAddress(to) || !isMailAddress(from.address)) {
    throw new MailError("message", { smtpStatus: 553, refuses: isMailAddress(to) ? "text" : "recipient" });
  }
  const fields = Object.entries(headers).map(([key, value]) => [key, { prepared: true, value }]);
  using mailer = await openMailer(config, transport, { totalMs: limits.mailMs, signal });
  try {
    await mailer.sendMail({
      messageId: `<${id}>`,
      from,
      to: { name: "", address: to },
      envelope: { from: from.address, to: [to] },
      subject,
      text,
      html,
      headers: { "Auto-Submitted": "auto-generated", ...Object.fromEntries(fields) },
      ...(date && { date }),
      ...(envelopeId !== undefined && {
        dsn: { id: envelopeId, return: "headers", notify: ["failure"], recipient: to },
      }),
    });
  } catch (error) {
    throw mailFailureOf(error);
  }
}

/** The settings that limit the mail servers, and the trusted certificates. */
export type MailConfig = Pick<Config, "allowPrivatePeers" | "peerPorts" | "peerCa">;

/** The ports of mail servers; others only where the configuration allows any. */
const mailPorts: readonly number[] = [25, 465, 587, 2525];

/**
 * Prepares one conversation with a mail server, guarded like every outbound call: it connects to the checked address, to
 * a private one only where the configuration allows that. Certificates are always checked, and a password is only sent
 * inside TLS. The connection is destroyed when the time is over or the signal aborts.
 *
 * @param options.totalMs for the whole conversation
 * @param options.skipLogin sends no password, but requires TLS as if it did
 */
async function openMailer(
  config: MailConfig,
  { host, port, secure, login }: MailTransport,
  options: { totalMs: number; skipLogin?: boolean; signal?: AbortSignal | undefined },
): Promise<Transporter & Disposable> {
  const { createTransport } = await import("nodemailer");
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
  return Object.assign(transporter, {
    [Symbol.dispose]() {
      signal.removeEventListener("abort", end);
      transporter.close();
      end();
    },
  });
}
