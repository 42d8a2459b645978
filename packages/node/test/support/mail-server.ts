import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { freePort } from "./free-port.ts";

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message: header lines, an empty line, the body. */
  readonly source: string;
  /** Whether it came through TLS. */
  readonly secure: boolean;
}

/** A real SMTP server on 127.0.0.1 that keeps what it gets. */
export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** The whole text of every message that was sent here, those that were refused at the end among them. */
  readonly seen: readonly string[];
  /** `smtp://…`, or `smtps://…` where it speaks TLS at once. */
  url(login?: string, host?: string): string;
}

/** A status, or a status and the words that follow it; null takes the mail. */
type Refusal = number | string | null;

/**
 * Starts one.
 *
 * @param options those of the package smtp-server; without a certificate it offers no TLS
 * @param answers refuses a mail with a status: by recipient, or at its end
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  answers: { recipient?: (address: string) => Refusal; message?: () => Refusal } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const seen: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    // A client may leave a connection open for its next mail.
    closeTimeout: 1,
    ...(options.key === undefined && { disabledCommands: ["STARTTLS"] }),
    onRcptTo({ address }, _session, callback) {
      callback(refusal(answers.recipient?.(address) ?? null));
    },
    onData(stream, session, callback) {
      void buffer(stream).then((bytes) => {
        const source = bytes.toString("utf8");
        const status = answers.message?.() ?? null;
        seen.push(source);
        if (status === null) {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            source,
            secure: session.secure,
          });
        }
        callback(refusal(status));
      }, callback);
    },
    ...options,
  });
  server.on("error", () => {});
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    received,
    seen,
    url: (login, host = "localhost") =>
      `${options.secure ? "smtps" : "smtp"}://${login === undefined ? "" : `${login}@`}${host}:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(answer: Refusal): Error | null {
  if (answer === null) return null;
  const [status, ...words] = String(answer).split(" ");
  const sentence = words.length > 0 ? words.join(" ") : "said the server";
  return Object.assign(new Error(sentence), { responseCode: Number(status) });
}
