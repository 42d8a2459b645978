import { parseId } from "../../graphql/builder.ts";
import { defineEnum, defineObject } from "../../graphql/define-types.ts";
import { addMutation, addQuery } from "../../graphql/operations.ts";
import { defineConnection, pageArgs } from "../../graphql/relay-connection.ts";
import { reportBounce } from "./bounces.ts";
import { type ImportedReaders, importReaders } from "./import-readers.ts";
import {
  addReader,
  countReaders,
  deleteReader,
  listReaders,
  type ReaderView,
  resumeReader,
  resumeReaders,
} from "./readers.ts";
import {
  chooseNewsletter,
  findNewsletter,
  type IssueView,
  listSentIssues,
  stopNewsletter,
} from "./sending/issues.ts";
import { resumeNewsletter } from "./sending/resume-newsletter.ts";
import { sendTest } from "./sending/send-test.ts";

const SubscriberState = defineEnum("SubscriberState", {
  pending: "The reader has not confirmed yet.",
  active: "The reader gets mails.",
  paused: "Its mails came back too often.",
});
const SubscriberSource = defineEnum("SubscriberSource", ["site", "import", "owner"]);

const Subscriber = defineObject<ReaderView>("Subscriber", {
  description: "A reader by mail. Only the owner's session sees addresses.",
  fields: {
    id: "ID!",
    email: "String!",
    state: SubscriberState,
    source: SubscriberSource,
    consent: ["String", "When and how the reader agreed, by the file."],
    language: "String!",
    bounces: ["Int!", "Mails in a row that came back for good."],
    lastBounce: ["String", "The status of the last one, such as 5.1.1."],
    createdAt: "DateTime!",
    confirmedAt: "DateTime",
  },
  computed: (t) => ({
    tags: t.field({
      type: ["String"],
      nullable: true,
      description: "The chosen tags; null for every post, empty for none.",
      resolve: ({ tags }) => (tags === null ? null : [...tags]),
    }),
  }),
});

addQuery("subscribers", {
  type: defineConnection("Subscriber", Subscriber),
  access: "owner",
  description: "Readers by mail, newest first.",
  args: (t) => ({
    ...pageArgs(t),
    state: t.arg({ type: SubscriberState }),
    search: t.arg.string({ description: "A part of the address." }),
  }),
  resolve: ({ state, search, ...page }, { node }) => listReaders(node, page, { state, search }),
});

const Newsletter = defineObject<Awaited<ReturnType<typeof countReaders>>>("Newsletter", {
  fields: {
    active: "Int!",
    pending: "Int!",
    paused: "Int!",
    joined: ["Int!", "Readers who confirmed in the last 30 days."],
    left: ["Int!", "Readers who left in the last 30 days."],
    isPublic: ["Boolean!", "Whether the site has a public address, so that links in mails lead there."],
    isReady: ["Boolean!", "Whether it is switched on, and mail is set up."],
  },
});

addQuery("newsletter", {
  type: Newsletter,
  access: "owner",
  cost: 5,
  resolve: (_args, { node }) => countReaders(node),
});

const IssueState = defineEnum("NewsletterIssueState", {
  chosen: "It is sent when the post is published.",
  declined: "It is not sent.",
  writing: "Its mails are being queued.",
  sending: "",
  done: "",
  stopped: "The rest is not sent.",
});

const Issue = defineObject<IssueView>("NewsletterIssue", {
  description: "A post that goes out by mail.",
  fields: {
    id: "ID!",
    publicationId: "ID!",
    title: ["String!", "The first words of the post, where it has no title."],
    state: IssueState,
    recipients: "Int!",
    delivered: ["Int!", "Mails that the mail server took and that did not come back."],
    bounced: "Int!",
    failed: ["Int!", "Mails that were refused for their text or their sender, or given up."],
    unsure: [
      "Int!",
      "Mails that the reader has perhaps: the mail server's final answer was lost. They are not sent again.",
    ],
    problem: [
      "String",
      "What the mail server said, where it refused the sender; empty where it said nothing. Null for no such thing.",
    ],
    canResume: ["Boolean!", "Whether it can be sent to those who lack it."],
    skipped: [
      "Int!",
      "Mails that were not sent: to readers who left meanwhile, or after a stop. 0 until it is over.",
    ],
    startedAt: "DateTime",
    finishedAt: "DateTime",
  },
});

addQuery("newsletterIssues", {
  type: defineConnection("NewsletterIssue", Issue),
  access: "owner",
  description: "The posts that went out, newest first.",
  args: pageArgs,
  resolve: (page, { node }) => listSentIssues(node, page),
});

addQuery("newsletterIssue", {
  type: Issue,
  nullable: true,
  access: "owner",
  description: "The newsletter of a post: the owner's choice, and the result.",
  args: (t) => ({ publicationId: t.arg.id({ required: true }) }),
  resolve: ({ publicationId }, { node }) => findNewsletter(node, parseId(publicationId)),
});

addMutation("chooseNewsletter", {
  type: Issue,
  access: "owner",
  description:
    "Says whether a post goes to the readers by mail. A draft goes out when it is published, a published post now.",
  input: (t) => ({ publicationId: t.id({ required: true }), send: t.boolean({ required: true }) }),
  resolve: ({ publicationId, send }, { node }) =>
    chooseNewsletter(node, { publicationId: parseId(publicationId), send }),
});

addMutation("stopNewsletter", {
  type: Issue,
  access: "owner",
  description: "Stops the mails of a post that wait.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => stopNewsletter(node, parseId(id)),
});

addMutation("resumeNewsletter", {
  type: Issue,
  access: "owner",
  description: "Sends a post that was stopped, or that some did not get, to those who lack it.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => resumeNewsletter(node, parseId(id)),
});

addMutation("sendNewsletterTest", {
  type: "Boolean",
  access: "owner",
  description: "Sends a published post as a mail to one address.",
  input: (t) => ({ publicationId: t.id({ required: true }), to: t.string({ required: true }) }),
  resolve: ({ publicationId, to }, { node }) =>
    sendTest(node, { publicationId: parseId(publicationId), to }).then(() => true),
});

addMutation("createSubscriber", {
  type: Subscriber,
  access: "owner",
  description: "Adds a reader who asked the owner for it.",
  input: (t) => ({
    email: t.string({ required: true }),
    consent: t.string({ description: "When and how the reader agreed." }),
  }),
  resolve: ({ email, consent }, { node }) => addReader(node, { email, consent: consent ?? null }),
});

addMutation("destroySubscriber", {
  type: "Boolean",
  access: "owner",
  description: "Deletes a reader by id or address. Returns whether there was one.",
  input: (t) => ({ id: t.id(), email: t.string() }),
  resolve: ({ id, email }, { node }) => deleteReader(node, id ? { id: parseId(id) } : { email: email ?? "" }),
});

addMutation("resumeSubscriber", {
  type: Subscriber,
  access: "owner",
  description: "Ends the pause of a reader whose mails came back.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => resumeReader(node, parseId(id)),
});

addMutation("resumeSubscribers", {
  type: "Int",
  access: "owner",
  description: "Ends the pause of all readers whose mails came back. Returns how many.",
  input: (t) => ({ search: t.string({ description: "Only of those with this in their address." }) }),
  resolve: ({ search }, { node }) => resumeReaders(node, { search: search ?? null }),
});

const Imported = defineObject<ImportedReaders>("ImportedSubscribers", {
  fields: {
    added: "Int!",
    known: "Int!",
    refused: ["Int!", "Readers who unsubscribed here, or who want no mails by the file."],
    invalid: ["Int!", "Lines without a mail address."],
  },
});

addMutation("importSubscribers", {
  type: Imported,
  access: "owner",
  cost: 50,
  description: "Adds readers from a table (CSV) with a column email.",
  input: (t) => ({
    csv: t.string({ required: true }),
    confirmed: t.boolean({
      required: true,
      description: "The owner's word that all agreed; without it each gets a link to confirm.",
    }),
  }),
  resolve: (input, { node }) => importReaders(node, input),
});

const BounceResult = defineEnum("BounceResult", {
  counted: "",
  paused: "Counted, and the address is paused.",
  known: "It was counted already.",
  soft: "The mail may still arrive.",
  sender: "The receiver refuses the sender or the mail: no reader is counted.",
  unsubscribed: "It is a complaint: the reader is unsubscribed.",
  unknown: "It is not a report about a mail of this node.",
});

addMutation("reportBounce", {
  type: BounceResult,
  access: "manage:settings",
  description:
    "Takes a mail that came back, as it arrived: a delivery report (RFC 3464) or a complaint (RFC 5965).",
  input: (t) => ({ report: t.string({ required: true }) }),
  resolve: ({ report }, { node }) => reportBounce(node, report),
});
