/** What each mail says, by the facts that it needs. */
export interface MailFacts {
  /** To who commented by mail: the link confirms the comment, once. */
  "confirm-comment": CommentFacts;
  /** To who wants to delete that comment: the link does it, once. */
  "confirm-comment-deletion": CommentFacts;
}

interface CommentFacts {
  /** The title of this node. */
  siteTitle: string;
  /** What was commented on. */
  publicationTitle: string;
  /** https, or http on the own machine. */
  link: string;
  /** How long the link works. */
  hours: number;
}

export type MailTemplate = keyof MailFacts;

/** The words of one mail; both versions of the body are made of them. */
export interface MailWords {
  subject: string;
  paragraphs: readonly string[];
  /** The one thing to do. */
  action: { label: string; link: string };
  /** What it says below. */
  footer: string;
}

/** Every mail that this node sends. None holds a word of a stranger, so that nobody can send words of their own with it. */
export const mailTemplates: { readonly [T in MailTemplate]: (facts: MailFacts[T]) => MailWords } = {
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
