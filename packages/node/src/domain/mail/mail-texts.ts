import { z } from "zod";
import type { MailText } from "../../mail/render-mail.ts";

/** The languages in which the node itself writes mails and pushes; the first is for everybody else. */
export const messageLanguages = ["en", "zh"] as const;
export type MessageLanguage = (typeof messageLanguages)[number];

/**
 * The language for somebody out of those that the node writes.
 *
 * @param wishes language tags (BCP 47) or whole values of Accept-Language, best first; null for one that is not known
 */
export function chooseLanguage(...wishes: readonly (string | null)[]): MessageLanguage {
  const tags = wishes.flatMap((wish) => (wish ?? "").slice(0, 500).split(","));
  const primary = tags.map((tag) => tag.trim().toLowerCase().split(/[-_;]/)[0]);
  return primary.flatMap((one) => messageLanguages.filter((known) => known === one))[0] ?? "en";
}

/** The fields of each mail's template. A module adds those of its mails by declaration merging. */
export interface MailVariables {
  /** To a commenter by mail: the link confirms the comment, once. */
  "confirm-comment": CommentVariables;
  /** To the author of a comment by mail, who may want to delete it: the link deletes it, once. */
  "confirm-comment-deletion": CommentVariables;
}

export type MailTemplate = keyof MailVariables;

/** The fields that every mail has. */
export const mailFields = z.object({
  /** The title of this node. */
  siteTitle: z.string(),
  /** https, or http on the own machine. */
  link: z.string(),
});

const commentFields = mailFields.extend({
  /** The title of the commented publication. */
  publicationTitle: z.string(),
  /** How long the link works. */
  hours: z.number(),
});
export type CommentVariables = z.infer<typeof commentFields>;

/** A mail that the node writes. */
export interface MailKind {
  /** Parses the fields of its template. */
  readonly fields: z.ZodType;
  /** Writes it. @throws ZodError for other fields */
  write(language: MessageLanguage, variables: unknown): MailText;
}

/**
 * Declares a mail: its fields, and its text in each language. None contains text of an anonymous caller, so that nobody can send
 * words of their own with it.
 */
export function defineMail<Fields>(
  fields: z.ZodType<Fields>,
  texts: Readonly<Record<MessageLanguage, (fields: Fields) => MailText>>,
): MailKind {
  return { fields, write: (language, variables) => texts[language](fields.parse(variables)) };
}

/** The mails to commenters. */
export const commentMails = {
  "confirm-comment": defineMail(commentFields, {
    en: ({ siteTitle, publicationTitle, link, hours }) => ({
      subject: `Confirm your comment on ${siteTitle}`,
      paragraphs: [
        `A comment on “${publicationTitle}” at ${siteTitle} was written with your email address.`,
        `Confirm that it is yours. The link works once, within ${hours} hours.`,
      ],
      action: { label: "Confirm the comment", link },
      footer: "If this wasn't you, ignore this email. Nothing is published without your confirmation.",
    }),
    zh: ({ siteTitle, publicationTitle, link, hours }) => ({
      subject: `请确认你在 ${siteTitle} 的评论`,
      paragraphs: [
        `有人用你的邮箱在 ${siteTitle} 的“${publicationTitle}”下写了一条评论。`,
        `如果是你写的，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
      ],
      action: { label: "确认这条评论", link },
      footer: "如果不是你写的，请忽略这封邮件：没有你的确认，评论不会显示。",
    }),
  }),
  "confirm-comment-deletion": defineMail(commentFields, {
    en: ({ siteTitle, publicationTitle, link, hours }) => ({
      subject: `Delete your comment on ${siteTitle}`,
      paragraphs: [
        `Someone asked to delete your comment on “${publicationTitle}” at ${siteTitle}.`,
        `Confirm that it should be deleted. The link works once, within ${hours} hours.`,
      ],
      action: { label: "Delete the comment", link },
      footer: "If this wasn't you, ignore this email. The comment stays.",
    }),
    zh: ({ siteTitle, publicationTitle, link, hours }) => ({
      subject: `删除你在 ${siteTitle} 的评论`,
      paragraphs: [
        `有人要求删除你在 ${siteTitle} 的“${publicationTitle}”下的评论。`,
        `如果确实要删除，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
      ],
      action: { label: "删除这条评论", link },
      footer: "如果不是你要求的，请忽略这封邮件：评论会保留。",
    }),
  }),
} as const satisfies Partial<Record<MailTemplate, MailKind>>;
