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

/** The fields of each mail's template. */
export interface MailVariables {
  /** To a commenter by mail: the link confirms the comment, once. */
  "confirm-comment": CommentVariables;
  /** To the author of a comment by mail, who may want to delete it: the link deletes it, once. */
  "confirm-comment-deletion": CommentVariables;
  /** To an address that somebody entered to get posts by mail: the link confirms it, once. */
  "confirm-subscription": LinkVariables & { hours: number };
  /** The same to one that gets them already: the link leads to the choices. */
  "newsletter-choices": LinkVariables;
}

interface LinkVariables {
  /** The title of this node. */
  siteTitle: string;
  /** https, or http on the own machine. */
  link: string;
}

export interface CommentVariables extends LinkVariables {
  /** The title of the commented publication. */
  publicationTitle: string;
  /** How long the link works. */
  hours: number;
}

export type MailTemplate = keyof MailVariables;

type MailCatalogue = { readonly [T in MailTemplate]: (fields: MailVariables[T]) => MailText };

const englishMails: MailCatalogue = {
  "confirm-comment": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `Confirm your comment on ${siteTitle}`,
    paragraphs: [
      `A comment on “${publicationTitle}” at ${siteTitle} was written with your mail address.`,
      `Confirm that it is yours; the link works once, within ${hours} hours.`,
    ],
    action: { label: "Confirm the comment", link },
    footer: "If this was not you, do nothing: the comment is not shown without your confirmation.",
  }),
  "confirm-comment-deletion": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `Delete your comment on ${siteTitle}`,
    paragraphs: [
      `Somebody asked to delete your comment on “${publicationTitle}” at ${siteTitle}.`,
      `Confirm that it should be deleted; the link works once, within ${hours} hours.`,
    ],
    action: { label: "Delete the comment", link },
    footer: "If this was not you, do nothing: the comment stays.",
  }),
  "confirm-subscription": ({ siteTitle, link, hours }) => ({
    subject: `Confirm that you want posts from ${siteTitle}`,
    paragraphs: [
      `Somebody entered this address at ${siteTitle}, to get new posts by mail.`,
      `Confirm that it is yours; the link works once, within ${hours} hours.`,
    ],
    action: { label: "Confirm the subscription", link },
    footer: "If this was not you, do nothing: without your confirmation you get no more mails.",
  }),
  "newsletter-choices": ({ siteTitle, link }) => ({
    subject: `You get the posts from ${siteTitle}`,
    paragraphs: [
      `Somebody entered this address at ${siteTitle}, to get new posts by mail. It gets them already.`,
      "With this link you choose which posts you get, or unsubscribe.",
    ],
    action: { label: "Choose what you get", link },
    footer: "If this was not you, do nothing: nothing has changed.",
  }),
};

const chineseMails: MailCatalogue = {
  "confirm-comment": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `请确认你在 ${siteTitle} 的评论`,
    paragraphs: [
      `有人用你的邮箱在 ${siteTitle} 的“${publicationTitle}”下写了一条评论。`,
      `如果是你写的，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
    ],
    action: { label: "确认这条评论", link },
    footer: "如果不是你写的，请忽略这封邮件：没有你的确认，评论不会显示。",
  }),
  "confirm-comment-deletion": ({ siteTitle, publicationTitle, link, hours }) => ({
    subject: `删除你在 ${siteTitle} 的评论`,
    paragraphs: [
      `有人要求删除你在 ${siteTitle} 的“${publicationTitle}”下的评论。`,
      `如果确实要删除，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
    ],
    action: { label: "删除这条评论", link },
    footer: "如果不是你要求的，请忽略这封邮件：评论会保留。",
  }),
  "confirm-subscription": ({ siteTitle, link, hours }) => ({
    subject: `请确认订阅 ${siteTitle} 的文章`,
    paragraphs: [
      `有人在 ${siteTitle} 填写了这个邮箱，想通过邮件接收新文章。`,
      `如果是你本人，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
    ],
    action: { label: "确认订阅", link },
    footer: "如果不是你本人，请忽略这封邮件：没有你的确认，不会再有邮件。",
  }),
  "newsletter-choices": ({ siteTitle, link }) => ({
    subject: `你已订阅 ${siteTitle} 的文章`,
    paragraphs: [
      `有人在 ${siteTitle} 填写了这个邮箱，想通过邮件接收新文章。这个邮箱已经订阅了。`,
      "通过这个链接，你可以选择要收哪些文章，或者退订。",
    ],
    action: { label: "管理订阅", link },
    footer: "如果不是你本人，请忽略这封邮件：没有任何改动。",
  }),
};

/**
 * The texts of each mail in each language of this node. None contains text of an anonymous caller, so that
 * nobody can send words of their own with it.
 */
export const mailMessages: Readonly<Record<MessageLanguage, MailCatalogue>> = {
  en: englishMails,
  zh: chineseMails,
};

/** Writes a mail in a language. */
export function writeMail<T extends MailTemplate>(
  language: MessageLanguage,
  { template, variables }: { template: T; variables: MailVariables[T] },
): MailText {
  return mailMessages[language][template](variables);
}
