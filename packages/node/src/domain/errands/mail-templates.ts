/** What each mail says, by the facts that it needs. */
export interface MailFacts {
  /** To who commented by mail: the link confirms the comment, once. */
  "confirm-comment": CommentFacts;
  /** To who wants to delete that comment: the link does it, once. */
  "confirm-comment-deletion": CommentFacts;
}

export interface CommentFacts {
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
