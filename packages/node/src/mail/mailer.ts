import { isIP, type Socket } from "node:net";
import { Transform } from "node:stream";
import type { SendMailOptions, Transporter } from "nodemailer";
import type { Config } from "../config/config.ts";
import { isGlobalUnicast } from "../peers/address-policy.ts";
import { connectSocket } from "../peers/connect-socket.ts";
import { readAuthorities } from "../peers/peers.ts";
import { createNameResolver } from "../peers/resolve-name.ts";
import { watchConversation } from "./conversation.ts";
import { type MailWaits, mailWaits } from "./limits.ts";
import { connectProblemOf, MailError, mailFailureOf } from "./mail-error.ts";
import { isMailAddress, type MailTransport } from "./mail-transport.ts";
import { readAnswer } from "./server-answer.ts";

const checkMs = 30_000; // looking at a mail server
const idleMs = 5_000; // a connection to the mail server without a mail

/**
 * Connects and logs in, and sends nothing (decisions 7): within half a minute, guarded like every outbound call.
 *
 * @param options.totalMs for all steps together
 * @param options.skipLogin stops before the login; everything before it is checked as if the login followed
 * @throws MailError with the step that failed
 */
export async function checkMailServer(
  config: MailConfig,
  transport: MailTransport,
  { totalMs = checkMs, skipLogin = false }: { totalMs?: number; skipLogin?: boolean } = {},
): Promise<void> {
  const mailer = await openMailer(config, transport, { isReused: false, skipLogin, waits: mailWaits });
  await converse(mailer, transport, AbortSignal.timeout(totalMs), () => mailer.transporter.verify());
  mailer.end();
}

/** One SMTP exchange. An error or the signal ends it and destroys the connection. */
async function converse(
  mailer: Mailer,
  { login }: Pick<MailTransport, "login">,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  signal.addEventListener("abort", mailer.end, { once: true });
  try {
    if (signal.aborted) mailer.end();
    await work();
  } catch (error) {
    mailer.end();
    const secrets = secretsOf(login);
    throw mailFailureOf(mailer.protocolError() ?? error, { hasDot: mailer.hasDot(), secrets });
  } finally {
    signal.removeEventListener("abort", mailer.end);
  }
}

/** The parts of a login that a server may repeat: the password, and the text of AUTH PLAIN (RFC 4616). */
function secretsOf(login: MailTransport["login"]): string[] {
  return login ? [login.password, `\0${login.user}\0${login.password}`] : [];
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
  /** Called once, before the final dot is sent; without the dot no server accepts the mail. */
  readonly beforeDot?: () => Promise<void>;
}

/**
 * Sends one mail to one address. Anything that could be a list, or a line break in a header, is refused as a server would
 * do (553). The waits are those of RFC 5321, 4.5.3.2. A server may end a connection that it has taken mails from (421, or
 * without a word): then a new one is opened, once.
 *
 * @throws MailError; its `smtpStatus` is the server's answer, and after the final dot without an answer it `isPerhapsSent`
 */
export async function sendMail(
  config: MailConfig,
  transport: MailTransport,
  message: MailMessage,
  { signal, waits = mailWaits }: { signal?: AbortSignal | undefined; waits?: MailWaits } = {},
): Promise<void> {
  const { id, from, to, subject, text, html, headers = {}, envelopeId, date, beforeDot } = message;
  const isPlain = [id, from.name, subject, ...Object.values(headers)].every((part) => !/\p{Cc}/u.test(part));
  if (!isPlain || !isMailAddress(to) || !isMailAddress(from.address)) {
    throw new MailError("message", { smtpStatus: 553, refuses: isMailAddress(to) ? "text" : "recipient" });
  }
  const fields = Object.entries(headers).map(([key, value]) => [key, { prepared: true, value }]);
  const timeout = AbortSignal.timeout(waits.mailMs);
  const end = signal ? AbortSignal.any([timeout, signal]) : timeout;
  let reached: Promise<void> | undefined;
  const mail: Mail = {
    messageId: `<${id}>`,
    from,
    to: { name: "", address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    headers: { "Auto-Submitted": "auto-generated", ...Object.fromEntries(fields) },
    ...(date && { date }),
    ...(beforeDot && { beforeDot: () => (reached ??= beforeDot()) }),
    ...(envelopeId !== undefined && {
      dsn: { id: envelopeId, return: "headers", notify: ["failure"], recipient: to },
    }),
  };
  const idle = idleMailers(config, transport);
  const sendThrough = async (mailer: Mailer) => {
    await converse(mailer, transport, end, () => mailer.transporter.sendMail(mail));
    idle.push(mailer);
    mailer.rest(() => idle.splice(idle.indexOf(mailer), 1));
  };
  const reused = idle.pop()?.wake();
  if (reused) {
    try {
      return await sendThrough(reused);
    } catch (error) {
      if (!(error instanceof MailError) || !error.isOfConnection || end.aborted) throw error;
    }
  }
  await sendThrough(await openMailer(config, transport, { isReused: true, waits }));
}

type Mail = SendMailOptions & Pick<MailMessage, "beforeDot">;

/** One connection to a mail server, for one mail at a time. */
interface Mailer {
  readonly transporter: Transporter;
  /** Whether the final dot of the current mail went out. */
  hasDot(): boolean;
  /** Why the connection was given up in the middle of a mail; null if it was not. */
  protocolError(): MailError | null;
  /** Destroys the connection. */
  end(): void;
  /** Takes the connection back from `rest`. */
  wake(): Mailer;
  /** Closes the connection some time after its last mail, unless it is used again. It keeps no process alive. */
  rest(onEnd: () => void): void;
}

/** Idle connections by the settings with which they were opened, so that changed settings use none of them. */
const idleOf = new WeakMap<MailConfig, Map<string, Mailer[]>>();

function idleMailers(config: MailConfig, transport: MailTransport): Mailer[] {
  const byTransport = idleOf.get(config) ?? new Map<string, Mailer[]>();
  idleOf.set(config, byTransport);
  const key = JSON.stringify(transport);
  const idle = byTransport.get(key) ?? [];
  // Connections of earlier settings are closed or will be soon.
  if (!byTransport.has(key)) byTransport.clear();
  byTransport.set(key, idle);
  return idle;
}

/** The settings that limit the mail servers, and the trusted certificates. */
export type MailConfig = Pick<Config, "allowPrivatePeers" | "peerPorts" | "peerCa" | "url">;

/** The ports of mail servers; others only where the configuration allows any. */
const mailPorts: readonly number[] = [25, 465, 587, 2525];

/**
 * Prepares a connection to a mail server, guarded like every outbound call: it connects to the checked address, to
 * a private one only where the configuration allows that. Certificates are always checked, and a password is only sent
 * inside TLS.
 *
 * @param options.isReused whether more than one mail goes through it; a mail is never sent again by itself
 * @param options.skipLogin sends no password, but requires TLS as if it did
 */
async function openMailer(
  config: MailConfig,
  { host, port, secure, login, siteUrl = null }: MailTransport,
  { isReused, skipLogin = false, waits }: { isReused: boolean; skipLogin?: boolean; waits: MailWaits },
): Promise<Mailer> {
  const { createTransport } = await import("nodemailer");
  const resolver = createNameResolver({ preferSystem: config.allowPrivatePeers });
  const ended = new AbortController();
  let socket: Socket | null = null;
  let timer: NodeJS.Timeout | undefined;
  let hasDot = false;
  let protocolError: MailError | null = null;
  const name = greetingNameOf(config.url ?? siteUrl);
  const guard = {
    isAllowedAddress: config.allowPrivatePeers ? () => true : isGlobalUnicast,
    ports: config.peerPorts === "any" ? config.peerPorts : mailPorts,
    resolver,
  };
  const transporter: Transporter = createTransport({
    ...(isReused && ({ pool: true, maxConnections: 1, maxRequeues: 0 } as const)),
    host,
    port,
    secure,
    ...(login && !skipLogin && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    requireTLS: login !== null,
    tls: { secureContext: readAuthorities(config.peerCa)() },
    ...(name !== null && { name }),
    greetingTimeout: waits.greetingMs,
    socketTimeout: waits.answerMs,
    // Greeting and TLS come after each other within it.
    connectionTimeout: waits.connectMs + 2 * waits.greetingMs,
    transactionLog: true,
    logger: watchConversation({
      onDot(isOut) {
        hasDot = isOut;
      },
      onDataAnswer(line) {
        // The library takes 250 for it, too; such a server reads the mail as commands, and nobody gets it.
        if (!/^[23]/.test(line) || line.startsWith("354")) return;
        protocolError = new MailError("greeting", { answer: readAnswer(line).answer });
        end();
      },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(_options: unknown, callback: (error: Error | null, found?: { connection: Socket }) => void) {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(waits.connectMs)]);
      connectSocket({ host, port }, guard, signal).then(
        (connection) => {
          socket = connection;
          callback(null, { connection });
        },
        (error: Error) => callback(new MailError(connectProblemOf(error), { cause: error })),
      );
    },
  });
  transporter.use("stream", ({ data, message }, done) => {
    const { beforeDot } = data as { beforeDot?: () => Promise<void> };
    if (beforeDot)
      message.transform(
        new Transform({
          transform: (chunk, _encoding, next) => next(null, chunk),
          flush: (next) => void beforeDot().then(() => next(), next),
        }),
      );
    done();
  });
  // Errors of an idle connection: the next mail connects again.
  transporter.on("error", () => {});
  const end = () => {
    clearTimeout(timer);
    ended.abort();
    transporter.close();
    socket?.destroy();
    resolver.cancel();
  };
  const mailer: Mailer = {
    transporter,
    hasDot: () => hasDot,
    protocolError: () => protocolError,
    end,
    wake() {
      clearTimeout(timer);
      hasDot = false;
      socket?.ref();
      return mailer;
    },
    rest(onEnd) {
      clearTimeout(timer);
      socket?.unref();
      timer = setTimeout(() => {
        onEnd();
        end();
      }, idleMs).unref();
    },
  };
  return mailer;
}

/**
 * The name with which this node greets a mail server (RFC 5321, 4.1.1.1): the host of its address. Strict servers refuse the
 * name of a machine, which has no dot.
 *
 * @returns null for an address that says nothing outside of this machine; the library then takes the name of the machine
 */
export function greetingNameOf(url: string | null): string | null {
  const host = URL.parse(url ?? "")?.hostname ?? "";
  if (host.startsWith("[")) return `[IPv6:${host.slice(1, -1)}]`;
  if (isIP(host) !== 0) return `[${host}]`;
  return host.includes(".") ? host : null;
}
