import { isMailAddress } from "./is-mail-address.ts";
import { limits } from "./limits.ts";
import { MailError } from "./mail-error.ts";
import { mailFailureOf } from "./mail-failure-of.ts";
import type { MailTransport } from "./mail-transport.ts";
import { type MailConfig, openMailer } from "./open-mailer.ts";

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
