import { count, englishNumber as number } from "../site/format.ts";

/** Texts of readers by mail, in English. */
export const readersEn = {
  hint: "Readers enter their email address on your site, confirm it with a link, and get your posts by email. There is no tracking: no hidden pictures, no counted clicks.",
  switch: "Readers can subscribe by email",
  needsMail: "This needs a mail server. Set it up under Email first.",
  toMail: "Set up email",
  needsAddress:
    "This needs a public web address. At your site's present address, nobody could confirm or unsubscribe.",
  toAddress: "Set the address",
  sending: "New posts",
  sendings: {
    ask: "Ask each time I publish",
    always: "Email each one",
    never: "Don't email unless I choose to",
  },
  perHour: "Emails per hour at most",
  perHourHint: "0 for no limit. Small mail servers allow a few hundred.",
  save: "Save",
  counts: (active: number): string =>
    active === 0 ? "No subscribers" : count(active, "subscriber", "subscribers"),
  month: (joined: number, left: number): string =>
    joined + left === 0
      ? "no change in 30 days"
      : `${[
          ...(joined > 0 ? [`${number.format(joined)} new`] : []),
          ...(left > 0 ? [`${number.format(left)} unsubscribed`] : []),
        ].join(", ")} in 30 days`,
  waiting: (pending: number): string => `${number.format(pending)} unconfirmed`,
  paused: (paused: number): string => `${number.format(paused)} paused after bounced emails`,
  readers: "Subscribers",
  search: "Search addresses",
  none: "No subscribers yet. Readers find the form on your home page, below each post and at /subscribe.",
  noneOff:
    "No subscribers yet. When the newsletter is on, readers find a form on your home page, below each post and at /subscribe.",
  noMatch: "No matching addresses.",
  states: { PENDING: "unconfirmed", PAUSED: "paused" },
  tags: (tags: string): string => `only ${tags}`,
  noPosts: "no posts for now",
  since: (day: string): string => `since ${day}`,
  bounced: (status: string): string => `emails bounced (${status})`,
  resume: "Resume",
  resumeAll: (paused: number): string => `Resume all ${number.format(paused)} paused subscribers`,
  resumeAllTitle: "Resume paused subscribers?",
  resumeAllExplain: (paused: number): string =>
    `${count(paused, "subscriber gets", "subscribers get")} your next posts. An address that does not exist is paused again after emails bounced on three days.`,
  remove: "Delete",
  removeTitle: "Delete this subscriber?",
  removeExplain: (email: string): string =>
    `${email} no longer gets emails and is deleted here. A later import does not add it again.`,
  add: "Add a subscriber",
  address: "Email address",
  addHint: "Add only people who asked you to. They are not asked to confirm.",
  importTitle: "Import",
  importHint: "A CSV file with a column named email, as other newsletter services export it.",
  choose: "Choose a file",
  confirmed: "They all agreed to get my posts by email, and I can prove it",
  confirmedHint: "Otherwise each one gets an email with a link to confirm.",
  imported: (added: number, known: number, refused: number, invalid: number): string =>
    `${[
      `${added === 0 ? "None" : number.format(added)} added`,
      ...(known > 0 ? [`${number.format(known)} already subscribed`] : []),
      ...(refused > 0 ? [`${number.format(refused)} unsubscribed`] : []),
      ...(invalid > 0 ? [`${count(invalid, "line", "lines")} without an email address`] : []),
    ].join(", ")}.`,
  exportAll: "Export",
  sent: "Sent posts",
  noneSent: "When a post is sent by email, you see here how many it reached.",
  result: (delivered: number, recipients: number): string =>
    delivered === 0
      ? "None delivered yet"
      : `${number.format(delivered)} of ${number.format(recipients)} delivered`,
  cameBack: (bounced: number): string => `${number.format(bounced)} bounced`,
  failed: (failed: number): string => `${number.format(failed)} not sent`,
  unsure: (unsure: number): string => `${number.format(unsure)} possibly sent`,
  /** The words of the mail server, below a post whose sending stopped. */
  problem: (said: string): string =>
    said === ""
      ? "The mail server did not confirm these emails, so sending stopped. No subscriber is paused for it."
      : `The mail server refuses you as the sender, so sending stopped. No subscriber is paused for it. It said: “${said}”`,
  sendRest: "Send to the rest",
  issueStates: {
    WRITING: "being sent",
    SENDING: "being sent",
    STOPPED: "stopped",
  },
  stop: "Stop",
  preview: "Preview the email",
  test: "Send me a test email",
  tested: (to: string): string => `A test email is being sent to ${to}.`,
  sendToReaders: (active: number): string => `Email to ${count(active, "subscriber", "subscribers")}`,
  sendHint: "Sent once, when it is published. New versions are not sent.",
  sendNowHint: "Sent once, as soon as you press this. An email can't be taken back.",
  wasSent: "This post was sent by email.",
  /** Beside the outcome of publishing. */
  outcomes: {
    later: "It will then be sent to your subscribers.",
    sending: "It is being sent to your subscribers. Settings, Newsletter shows how many it reached.",
    notSent: "It is not sent by email.",
    stopped: "Sending by email was stopped. Settings, Newsletter shows how many it reached.",
    notAll:
      "This post was sent by email, but not to everyone. You can send it to the rest under Settings, Newsletter.",
  },
};
