import type { MailText } from "../../mail/render-mail.ts";
import type { MessageLanguage } from "./choose-language.ts";

/** What each mail says, by the facts that it needs. */
export interface MailVariables {
  /** To who commented by mail: the link confirms the comment, once. */
  "confirm-comment": CommentVariables;
  /** To who wants to delete that comment: the link does it, once. */
  "confirm-comment-deletion": CommentVariables;
}

export interface CommentVariables {
  /** The title of this node. */
  siteTitle: string;
  /** What was commented on. */
  publicationTitle: string;
  /** https, or http on the own machine. */
  link: string;
  /** How long the link works. */
  hours: number;
}

export type MailTemplate = keyof MailVariables;

type MailCatalogue = { readonly [T in MailTemplate]: (facts: CommentVariables) => MailText };

const en: MailCatalogue = {
  "confirm-comment": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `Confirm your comment on ${siteTitle}`,
    paragraphs: [
      `A comment on “${publicationTitle}” at ${siteTitle} was written with your mail address.`,
      `Confirm that it is yours; the link works once, within ${hours} hours.`,
    ],
    action: { label: "Confirm the comment", link },
    footer: "It was not you? Then there is nothing to do: nothing is shown without your confirmation.",
  }),
  "confirm-comment-deletion": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `Delete your comment on ${siteTitle}`,
    paragraphs: [
      `Somebody asked to delete your comment on “${publicationTitle}” at ${siteTitle}.`,
      `Confirm that it should go; the link works once, within ${hours} hours.`,
    ],
    action: { label: "Delete the comment", link },
    footer: "It was not you? Then there is nothing to do: the comment stays.",
  }),
};

const zh: MailCatalogue = {
  "confirm-comment": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `请确认你在 ${siteTitle} 的评论`,
    paragraphs: [
      `有人用你的邮箱在 ${siteTitle} 的“${publicationTitle}”下写了一条评论。`,
      `如果是你写的，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
    ],
    action: { label: "确认这条评论", link },
    footer: "不是你写的？那就不必理会：没有你的确认，什么也不会显示。",
  }),
  "confirm-comment-deletion": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `删除你在 ${siteTitle} 的评论`,
    paragraphs: [
      `有人要求删除你在 ${siteTitle} 的“${publicationTitle}”下的评论。`,
      `如果确实要删除，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
    ],
    action: { label: "删除这条评论", link },
    footer: "不是你要求的？那就不必理会：评论会保留。",
  }),
};

/**
 * What each mail says, in each language that this node writes. None holds a word of a stranger, so that nobody can send
 * words of their own with it.
 */
export const mailMessages: Readonly<Record<MessageLanguage, MailCatalogue>> = { en, zh };
