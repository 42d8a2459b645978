import { randomUUID } from "node:crypto";
import { joinNodeUrl } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { limits } from "../../../domain/limits.ts";
import { outcomeOfMailError } from "../../../domain/mail/mail.ts";
import { parseMailAddress } from "../../../domain/parse-address.ts";
import { requireOwner } from "../../../domain/profile/owner.ts";
import { requireOwn } from "../../../domain/publications/visible.ts";
import { readMailSettings } from "../../../domain/settings/mail-settings.ts";
import { readSettingValues } from "../../../domain/settings/settings.ts";
import { AppError } from "../../../errors/errors.ts";
import type { Outcome } from "../../../jobs/retry.ts";
import { MailError } from "../../../mail/mail-error.ts";
import { sendMail } from "../../../mail/mailer.ts";
import { toLine } from "../../../mail/render-mail.ts";
import { findPublication } from "../../../store/publications/publications.ts";
import { addJobs } from "../../../store/queues/jobs.ts";
import type { RenderIssue } from "./compose-mail.ts";
import type { TestJob } from "./issues.ts";

/**
 * Sends a published post as a mail to one address of the owner's. A draft is not sent: nothing of it leaves the node.
 *
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, CONFLICT for a draft, MAIL_NOT_CONFIGURED
 */
export async function sendTest(
  context: Pick<Context, "store" | "clock" | "owner">,
  { publicationId, to }: { publicationId: number; to: string },
): Promise<void> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const address = parseMailAddress(to.trim());
  if (address === null) throw new AppError("VALIDATION_FAILED", "This is not an email address.");
  await store.transaction(async (tx) => {
    const post = requireOwn(await findPublication(tx, publicationId), own.address, publicationId);
    if (post.kind !== "POST") throw new AppError("VALIDATION_FAILED", "Only posts can be sent by email.");
    if (post.state === "draft") throw new AppError("CONFLICT", "Drafts can't be sent. Use the preview.");
    const settings = await readMailSettings(tx);
    if (!settings) throw new AppError("MAIL_NOT_CONFIGURED", "This node has no mail server yet.");
    const now = clock.now();
    const payload: TestJob = { newsletterTest: { publicationId, to: address, messageId: randomUUID() } };
    const { host } = settings.transport;
    const expiresAt = now + limits.mailMs;
    await addJobs(tx, [{ kind: "newsletter", host, payload: JSON.stringify(payload), now, expiresAt }]);
  });
}

/** Job: sends such a mail. Its links for readers lead to the form of the site. */
export async function deliverTest(
  { store, owner, config }: Pick<Context, "store" | "owner" | "config">,
  { newsletterTest: { publicationId, to, messageId } }: TestJob,
  { signal, renderIssue }: { signal: AbortSignal; renderIssue: RenderIssue },
): Promise<Outcome> {
  const [settings, own] = [await readMailSettings(store.db), await owner.get()];
  const post = await findPublication(store.db, publicationId);
  if (!own || !post || post.state === "draft") return { result: "done", reached: false };
  const later = (reason: string): Outcome => ({ result: "later", scope: "row", reason });
  if (!settings) return later("no mail server is set");
  const { defaultLanguage: language } = await readSettingValues(store.db);
  const link = joinNodeUrl(own.url, "/subscribe");
  const links = { preferences: link, unsubscribe: link };
  const mail = await renderIssue(post, { own, language, links, isTest: true });
  if (mail === null) return later("the text of the post is missing");
  const { transport, from: address } = settings;
  const id = `${messageId}@${address.slice(address.lastIndexOf("@") + 1)}`;
  const from = { name: toLine(own.title), address };
  try {
    await sendMail(config, transport, { ...mail, subject: toLine(mail.subject), id, from, to }, { signal });
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return outcomeOfMailError(error);
  }
}
