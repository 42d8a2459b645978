import { limits } from "./limits.ts";
import { mailFailureOf } from "./mail-failure-of.ts";
import type { MailTransport } from "./mail-transport.ts";
import { type MailConfig, openMailer } from "./open-mailer.ts";

/**
 * Connects, says hello and logs in, and sends nothing (decisions 7): ten seconds for all of it, under the guard of
 * every call out.
 *
 * @param totalMs how long a person waits
 * @throws MailError which of the steps failed
 */
export async function checkMailServer(
  config: MailConfig,
  transport: MailTransport,
  totalMs = limits.checkMs,
): Promise<void> {
  using mailer = openMailer(config, transport, { totalMs });
  try {
    await mailer.transporter.verify();
  } catch (error) {
    throw mailFailureOf(error);
  }
}
