import type { Context } from "../../context.ts";
import type { Outcome } from "../../delivery/outcome.ts";
import { MailError } from "../../mail/mail-error.ts";
import { sendMail } from "../../mail/send-mail.ts";
import type { Errand } from "../../store/errands.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { readMailSettings } from "../settings/mail-settings.ts";
import type { MailErrand } from "./add-mail.ts";
import { mailCatalogues } from "./mail-catalogues.ts";
import { renderMail, toLine } from "./render-mail.ts";

/**
 * Errand: sends one mail over the owner's mail server. What the server refuses for good (5xx to sender, recipient or
 * text) is refused; everything else, a login that fails among it, is tried again, for the owner may repair it.
 */
export async function deliverMail(
  { store, config }: Pick<Context, "store" | "config">,
  errand: Errand,
  signal?: AbortSignal,
): Promise<Outcome> {
  const mail = JSON.parse(errand.payload) as MailErrand;
  const settings = await readMailSettings(store.db);
  if (!settings) return { result: "later", scope: "row", reason: "no mail server is set" };
  const { transport, from } = settings;
  const own = await findOwnProfile(store.db);
  const message = {
    id: `${mail.messageId}@${from.slice(from.lastIndexOf("@") + 1)}`,
    from: { name: toLine(own?.title ?? ""), address: from },
    to: mail.to,
    ...renderMail(mailCatalogues[mail.language ?? "en"][mail.template](mail.variables)),
  };
  try {
    await sendMail(config, transport, message, signal);
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return outcomeOfMailError(error);
  }
}

function outcomeOfMailError({ problem, smtpStatus: status, message }: MailError): Outcome {
  const reason = status === null ? message : `${message} (${status})`;
  const isFinal = problem === "message" && status !== null && status >= 500;
  return isFinal ? { result: "refused", reason } : { result: "later", scope: "row", reason };
}
