import { count, englishNumber as number } from "../site/format.ts";

/** Texts of readers by mail, in English. */
export const readersEn = {
  hint: "Readers leave a mail address on your site, confirm it by a link, and get your posts by mail. Nothing tracks them: there are no hidden pictures and no counted clicks.",
  switch: "Readers can get posts by mail",
  needsMail: "This needs a mail server: set it under Email first.",
  toMail: "Set up email",
  needsAddress:
    "This needs a public address of your site. At its present address nobody could confirm or unsubscribe.",
  toAddress: "Set the address",
  sending: "New posts",
  sendings: {
    ask: "Ask each time I publish",
    always: "Send each by mail",
    never: "Send none unless I choose it",
  },
  perHour: "Mails in an hour at most",
  perHourHint: "0 for no limit. Small mail servers take a few hundred.",
  save: "Save",
  counts: (active: number): string => count(active, "reader", "readers"),
  month: (joined: number, left: number): string =>
    `${number.format(joined)} joined and ${number.format(left)} left in 30 days`,
  waiting: (pending: number): string => `${number.format(pending)} not confirmed yet`,
  paused: (paused: number): string => `${number.format(paused)} paused, because mails came back`,
  readers: "Readers",
  search: "Search addresses",
  none: "Nobody yet. The form is on your home page, below each post and at /subscribe.",
  noneOff:
    "Nobody yet. While posts by mail are on, readers find a form on your home page, below each post and at /subscribe.",
  noMatch: "No address has this in it.",
  states: { PENDING: "not confirmed", PAUSED: "paused" },
  tags: (tags: string): string => `only ${tags}`,
  noPosts: "no posts for now",
  since: (day: string): string => `since ${day}`,
  bounced: (status: string): string => `mails came back (${status})`,
  resume: "Send again",
  resumeAll: (paused: number): string => `Send to all ${number.format(paused)} paused readers again`,
  resumeAllTitle: "Send to paused readers again?",
  resumeAllExplain: (paused: number): string =>
    `${count(paused, "reader gets", "readers get")} your next posts. An address that does not exist is paused again after mails came back on three days.`,
  remove: "Delete",
  removeTitle: "Delete this reader?",
  removeExplain: (email: string): string =>
    `${email} gets no more mails, and is deleted here. A file that you import does not bring it back.`,
  add: "Add a reader",
  address: "Mail address",
  addHint: "Add only people who asked you to. No mail asks them to confirm.",
  importTitle: "Import",
  importHint: "A table (CSV) with a column named email, as other newsletter programs export it.",
  choose: "Choose a file",
  confirmed: "They all agreed to get my posts by mail, and I can show it",
  confirmedHint: "Without this, each one gets a mail with a link to confirm.",
  imported: (added: number, known: number, refused: number, invalid: number): string =>
    `${number.format(added)} added, ${number.format(known)} known, ${count(refused, "wants", "want")} no mails, ${number.format(invalid)} without an address.`,
  exportAll: "Export",
  sent: "Sent posts",
  noneSent: "When a post goes out by mail, you see here how many it reached.",
  result: (delivered: number, recipients: number): string =>
    `${number.format(delivered)} of ${number.format(recipients)} delivered`,
  cameBack: (bounced: number): string => `${number.format(bounced)} came back`,
  failed: (failed: number): string => `${number.format(failed)} not sent`,
  unsure: (unsure: number): string => `perhaps sent: ${number.format(unsure)}`,
  /** The words of the mail server, below a post whose sending stopped. */
  problem: (said: string): string =>
    said === ""
      ? "The mail server did not confirm these mails, so sending stopped. No reader is paused for it."
      : `The mail server refuses you as the sender, so sending stopped. No reader is paused for it. It said: “${said}”`,
  sendRest: "Send to the rest",
  issueStates: {
    WRITING: "being sent",
    SENDING: "being sent",
    STOPPED: "stopped",
  },
  stop: "Stop",
  preview: "Preview the mail",
  test: "Send me a test",
  tested: (to: string): string => `A test is on its way to ${to}.`,
  sendToReaders: (active: number): string => `Send to ${count(active, "reader", "readers")} by mail`,
  sendHint: "Once, when it is published. A new version is not sent again.",
  sendNowHint: "Once, as soon as you press this. A mail can't be taken back.",
  wasSent: "This post went out by mail.",
  /** Beside the outcome of publishing. */
  outcomes: {
    later: "It goes to your readers by mail then.",
    sending: "It is being sent to your readers by mail. Under Readers by mail you see how many it reached.",
    notSent: "It is not sent by mail.",
    stopped: "Sending it by mail was stopped. Under Readers by mail you see how many it reached.",
    notAll:
      "This post went out by mail, but not to everybody. Under Readers by mail you can send it to the rest.",
  },
};
