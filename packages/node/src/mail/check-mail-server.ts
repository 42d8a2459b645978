import { limits } from "./limits.ts";
import { mailFailureOf } from "./mail-failure-of.ts";
import type { MailTransport } from "./mail-transport.ts";
import { type MailConfig, openMailer } from "./open-mailer.ts";

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
