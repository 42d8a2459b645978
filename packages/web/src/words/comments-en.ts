import { count } from "./count.ts";

/** What is said of comments, and to those who write them, in English. */
export const commentsEn = {
  conversation: {
    title: "Comments",
    count: (value: number): string => count(value, "comment", "comments"),
    nothingYet: "Nobody has said anything here yet.",
    closed: "No comments are taken here.",
    closedNow: "No more comments are taken here.",
    earlier: "From the first comment on",
    later: "Later comments",
    signed: "signed by its author",
    yours: "Yours?",
    yoursBy: (name: string): string => `Is the comment by ${name} yours? Delete it`,
  },

  commenting: {
    title: "Your comment",
    /** What may stand in one: a word of Markdown in a sentence. */
    hint: "Some Markdown works: *slanted*, **strong**, > quoted, `code`.",
    name: "Your name",
    mail: "Your mail address",
    mailHint: "It is never shown. A mail with a link goes there, and the link shows your comment.",
    approval: "The owner sees a comment before everybody else does.",
    send: "Send",
    noMail: "This node sends no mail, so a comment is signed with a wallet, which needs JavaScript.",
    byWallet: "Sign with a wallet",
    explain:
      "You sign that these words are yours, below this post and nowhere else. Nothing is paid. First your wallet tells which key it has.",
    ready: "Your wallet is here. It asks once, and then your words are signed.",
    sign: "Sign and send",
    sentTitle: "Look into your mail",
    sent: "A mail with a link is on its way to you. Your comment is shown when you have opened the link, within a day.",
    back: "Back to what you read",
    published: "Your comment is there, signed with your key.",
    held: "Your comment is kept, and is shown when the owner has seen it.",
    keptTitle: "Your comment was not sent",
    kept: "What you wrote is still here, below.",
  },

  ownComment: {
    title: "Your comment?",
    signedBy: "It was signed by this address, and the same address can delete it:",
    needsScript: "Your wallet signs that the comment goes, which needs JavaScript.",
    explain:
      "You sign that this one comment goes, for good. Nothing is paid. First your wallet tells which key it has.",
    ready: "Your wallet is here. It asks once, and then the comment goes.",
    sign: "Sign and delete",
    byMail:
      "It was written with a mail address. Give that address, and a mail brings a link that deletes it.",
    ask: "Send me the link",
    asked:
      "If the comment was written with that address, a mail with a link is on its way. The link works for a day.",
  },

  /** What is wrong with a field of a comment; the most that it may have are characters. */
  commentFields: {
    body: (most: number): string =>
      `A comment needs some words, and no more than ${count(most, "character", "characters")}.`,
    name: (most: number): string =>
      `Your name is one line of no more than ${count(most, "character", "characters")}.`,
    mail: (): string => "This is not a mail address. It looks like name@place.example.",
  },

  /** Why a comment was not taken, by the code of the error. */
  commentProblems: {
    VALIDATION_FAILED: "It needs some words, a name of one line, and a whole mail address.",
    RATE_LIMITED: "There have been many comments in a short time. Wait a while, and send it again.",
    COMMENT_DISABLED: "The owner takes no comments here any more.",
    MAIL_NOT_CONFIGURED: "This node sends no mail. A comment can be signed with a wallet.",
    NOT_FOUND: "What it belongs to is not here any more.",
    FORBIDDEN: "The owner takes no comments of yours.",
    UNAUTHENTICATED: "Give the mail address with which it was written.",
    INVALID_SIGNATURE: "The signature, or the link, is not the one that belongs to this comment.",
    EXPIRED_SIGNATURE: "It is too late to confirm it. Write it again.",
    elsewhere: "It came from a page of another site. Send it from here.",
    other: "This node could not do it. Try again in a while.",
    offline: "The node can't be reached. What you wrote is still here; try again in a while.",
  },

  comments: {
    confirmTitle: "Is this comment yours?",
    confirmWords: "It was written with your mail address. When you confirm it, it is shown under your name.",
    confirmAction: "Confirm the comment",
    deleteTitle: "Delete your comment?",
    deleteWords: "It goes for good, and nobody can bring it back.",
    deleteAction: "Delete the comment",
    thanks: "Thank you",
    published: "Your comment is there for everybody to read.",
    held: "Your comment is shown when the owner of this house has seen it.",
    gone: "It is gone",
    deleted: "Your comment was deleted.",
    failedTitle: "This did not work",
    tooLate: "It was done before, or it is too late.",
  },
};
