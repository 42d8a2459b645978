import { randomUUID } from "node:crypto";
import { AppError } from "../../errors.ts";
import type { Tx } from "../../store/database.ts";
import { addErrands } from "../../store/errands.ts";
import { limits } from "../limits.ts";
import { parseMailAddress } from "../parse-address.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { readSettingValues } from "../settings/settings.ts";
import { chooseLanguage, type WrittenLanguage } from "./choose-language.ts";
import type { MailFacts, MailTemplate } from "./mail-templates.ts";

/** One mail to be sent: its template, with the facts that the template needs. */
export type NewMail = {
  [T in MailTemplate]: {
    readonly to: string;
    readonly template: T;
    readonly variables: MailFacts[T];
    /** What its reader asks for: a language tag or an Accept-Language; without one it is the site's. */
    readonly language?: string | null;
    /** ms */
    readonly now: number;
  };
}[MailTemplate];

/** The payload of an errand of the kind `mail`. */
export type MailErrand = Omit<NewMail, "now" | "language"> & {
  /** Missing in what was queued before there were several. */
  readonly language?: WrittenLanguage;
  /** Part of the Message-ID, the same at every try. */
  readonly messageId: string;
};

/**
 * Queues a mail in the transaction that caused it; it is tried for three days.
 *
 * @throws AppError MAIL_NOT_CONFIGURED, or VALIDATION_FAILED when `to` is not one mail address
 */
export async function addMail(
  tx: Tx,
  { to, template, variables, language = null, now }: NewMail,
): Promise<void> {
  const settings = await readMailSettings(tx);
  if (!settings) throw new AppError("MAIL_NOT_CONFIGURED", "This node has no mail server yet.");
  const address = parseMailAddress(to);
  if (address === null) throw new AppError("VALIDATION_FAILED", "This is not a mail address.");
  const { defaultLanguage } = await readSettingValues(tx);
  const written = chooseLanguage(language, defaultLanguage);
  const mail = { messageId: randomUUID(), to: address, template, variables, language: written };
  await addErrands(tx, [
    {
      kind: "mail",
      host: settings.transport.host,
      payload: JSON.stringify(mail),
      now,
      expiresAt: now + limits.mailMs,
    },
  ]);
}
