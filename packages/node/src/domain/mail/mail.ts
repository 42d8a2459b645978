import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Outcome } from "../../jobs/retry.ts";
import { MailError } from "../../mail/mail-error.ts";
import { sendMail } from "../../mail/mailer.ts";
import { renderMail, toLine } from "../../mail/render-mail.ts";
import type { Tx } from "../../store/database.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import { addJobs, type Job } from "../../store/queues/jobs.ts";
import { limits } from "../limits.ts";
import { parseMailAddress } from "../parse-address.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import { readSettingValues } from "../settings/settings.ts";
import {
  chooseLanguage,
  type MailKind,
  type MailTemplate,
  type MailVariables,
  messageLanguages,
} from "./mail-texts.ts";

/** One mail to send: the name of its template, with the fields of the template. */
export type NewMail = {
  [T in MailTemplate]: {
    readonly to: string;
    readonly template: T;
    readonly variables: MailVariables[T];
    /** The language that the reader asks for: a language tag or an Accept-Language; without one it is the site's. */
    readonly language?: string | null;
    /** ms */
    readonly now: number;
  };
}[MailTemplate];

/** The fields of every payload, whatever its template. */
const anyMail = z.object({
  template: z.string(),
  to: z.string(),
  /** Missing in a mail that was queued before there were several. */
  language: z.enum(messageLanguages).optional(),
  /** Part of the Message-ID, the same at every try. */
  messageId: z.string(),
});
/** The mails of a node, by the names of their templates. */
export type MailKinds = Readonly<Partial<Record<string, MailKind>>>;

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
  if (address === null) throw new AppError("VALIDATION_FAILED", "This is not an email address.");
  const { defaultLanguage } = await readSettingValues(tx);
  const written = chooseLanguage(language, defaultLanguage);
  const mail = { messageId: randomUUID(), to: address, template, variables, language: written };
  await addJobs(tx, [
    {
      kind: "mail",
      host: settings.transport.host,
      payload: JSON.stringify(mail),
      now,
      expiresAt: now + limits.mailMs,
    },
  ]);
}

/**
 * Job: sends one mail over the owner's mail server. A mail that the server refuses for good (5xx to sender, recipient or text) is
 * refused, and one that it has perhaps is not sent again. Every other one is tried again, also after a failed login, for the owner
 * may repair it.
 */
export async function deliverMail(
  { store, owner, config }: Pick<Context, "store" | "owner" | "config">,
  job: Pick<Job, "id" | "kind" | "payload">,
  { kinds, signal }: { readonly kinds: MailKinds; readonly signal?: AbortSignal },
): Promise<Outcome> {
  const { template } = parsePayload(anyMail, job);
  const kind = Object.hasOwn(kinds, template) ? kinds[template] : undefined;
  if (!kind)
    throw new Error(`Job ${job.id} is an email that this version of the node does not know: ${template}.`);
  const mail = parsePayload(anyMail.extend({ variables: kind.fields }), job);
  const settings = await readMailSettings(store.db);
  if (!settings) return { result: "later", scope: "row", reason: "no mail server is set" };
  const { transport, from } = settings;
  const own = await owner.get();
  const message = {
    id: `${mail.messageId}@${from.slice(from.lastIndexOf("@") + 1)}`,
    from: { name: toLine(own?.title ?? ""), address: from },
    to: mail.to,
    ...renderMail(kind.write(mail.language ?? "en", mail.variables)),
  };
  try {
    await sendMail(config, transport, message, { signal });
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return outcomeOfMailError(error);
  }
}

/** The result of a mail that was not sent for sure; one that is perhaps sent is not sent again (decision 0021). */
export function outcomeOfMailError(error: MailError): Outcome {
  const { problem, smtpStatus: status, isPerhapsSent } = error;
  const reason = error.describe();
  const isFinal = isPerhapsSent || (problem === "message" && status !== null && status >= 500);
  return isFinal ? { result: "refused", reason } : { result: "later", scope: "row", reason };
}
