import { z } from "zod";
import { defineMail, type MailKind, mailFields } from "../../domain/mail/mail-texts.ts";

declare module "../../domain/mail/mail-texts.ts" {
  interface MailVariables {
    /** To an address that somebody entered to get posts by mail: the link confirms it, once. */
    "confirm-subscription": z.infer<typeof subscriptionFields>;
    /** The same to one that gets them already: the link leads to the choices. */
    "newsletter-choices": z.infer<typeof mailFields>;
  }
}

const subscriptionFields = mailFields.extend({
  /** How long the link works. */
  hours: z.number(),
});

/** The mails to readers about their subscription; posts go out by their own jobs. */
export const newsletterMails = {
  "confirm-subscription": defineMail(subscriptionFields, {
    en: ({ siteTitle, link, hours }) => ({
      subject: `Confirm your subscription to ${siteTitle}`,
      paragraphs: [
        `Someone entered this address at ${siteTitle} to get new posts by email.`,
        `Confirm that it is yours. The link works once, within ${hours} hours.`,
      ],
      action: { label: "Confirm your subscription", link },
      footer: "If this wasn't you, ignore this email. You get no further emails without your confirmation.",
    }),
    zh: ({ siteTitle, link, hours }) => ({
      subject: `请确认订阅 ${siteTitle} 的文章`,
      paragraphs: [
        `有人在 ${siteTitle} 填写了这个邮箱，想通过邮件接收新文章。`,
        `如果是你本人，请确认；链接在 ${hours} 小时内有效，只能用一次。`,
      ],
      action: { label: "确认订阅", link },
      footer: "如果不是你本人，请忽略这封邮件：没有你的确认，不会再有邮件。",
    }),
  }),
  "newsletter-choices": defineMail(mailFields, {
    en: ({ siteTitle, link }) => ({
      subject: `You're already subscribed to ${siteTitle}`,
      paragraphs: [
        `Someone entered this address at ${siteTitle} to get new posts by email. It is already subscribed.`,
        "With this link you choose which posts you get, or unsubscribe.",
      ],
      action: { label: "Change your subscription", link },
      footer: "If this wasn't you, ignore this email. Nothing has changed.",
    }),
    zh: ({ siteTitle, link }) => ({
      subject: `你已订阅 ${siteTitle} 的文章`,
      paragraphs: [
        `有人在 ${siteTitle} 填写了这个邮箱，想通过邮件接收新文章。这个邮箱已经订阅了。`,
        "通过这个链接，你可以选择要收哪些文章，或者退订。",
      ],
      action: { label: "管理订阅", link },
      footer: "如果不是你本人，请忽略这封邮件：没有任何改动。",
    }),
  }),
} as const satisfies Readonly<Record<string, MailKind>>;
