import type { Context } from "../../../context.ts";
import type { OwnProfile } from "../../../domain/profile/owner.ts";
import type { MailMessage } from "../../../mail/mailer.ts";
import { toLine } from "../../../mail/render-mail.ts";
import type { Publication } from "../../../store/publications/publications.ts";
import { locateReaderPage, signReader } from "../links.ts";
import type { Subscriber } from "../store/subscribers.ts";

/** A post as a mail, without its addresses. */
export type IssueText = Pick<MailMessage, "subject" | "html" | "text">;

/** How a post becomes a mail: its pages are made by another part of the node. */
export type RenderIssue = (
  post: Publication,
  options: {
    own: OwnProfile;
    /** The language of the mail's own words. */
    language: string;
    links: { preferences: string; unsubscribe: string };
    isTest?: boolean;
  },
) => Promise<IssueText | null>;

/** A mail without its ids. */
export type ComposedMail = IssueText & Required<Pick<MailMessage, "headers">> & { readonly fromName: string };

/**
 * A post as a mail for one reader, with the header fields of a list: the one-click end (RFC 8058, only with https), and
 * the list's id (RFC 2919).
 *
 * @returns null where the text is missing
 */
export async function composeMail(
  { owner }: Pick<Context, "owner">,
  { reader, publication, key }: { reader: Subscriber; publication: Publication; key: string },
  renderIssue: RenderIssue,
): Promise<ComposedMail | null> {
  const own = await owner.get();
  if (!own) return null;
  const signed = signReader(key, reader);
  const links = {
    preferences: locateReaderPage(own.url, "preferences", signed),
    unsubscribe: locateReaderPage(own.url, "unsubscribe", signed),
  };
  const issue = await renderIssue(publication, { own, language: reader.language, links });
  if (issue === null) return null;
  const isSecure = own.url.startsWith("https:");
  const headers = {
    "List-Id": `<posts.${new URL(own.url).hostname}>`,
    "List-Unsubscribe": `<${links.unsubscribe}>`,
    ...(isSecure && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
  return { ...issue, subject: toLine(issue.subject), headers, fromName: toLine(own.title) };
}
