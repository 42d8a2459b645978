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
  pending: "The subscriber has not confirmed yet.",
  active: "The subscriber gets emails.",
  paused: "Too many emails bounced.",
});
const SubscriberSource = defineEnum("SubscriberSource", ["site", "import", "owner"]);

const Subscriber = defineObject<ReaderView>("Subscriber", {
  description: "A newsletter subscriber. Only the owner's session sees addresses.",
  fields: {
    id: "ID!",
    email: "String!",
    state: SubscriberState,
    source: SubscriberSource,
    consent: ["String", "When and how the subscriber agreed, according to the file."],
    language: "String!",
    bounces: ["Int!", "Permanent bounces in a row."],
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
  description: "Subscribers, newest first.",
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
    joined: ["Int!", "Subscribers who confirmed in the last 30 days."],
    left: ["Int!", "Subscribers who left in the last 30 days."],
    isPublic: ["Boolean!", "Whether the site has a public address, so that links in emails work."],
    isReady: ["Boolean!", "Whether it is turned on and email is set up."],
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
  writing: "Its emails are being queued.",
  sending: "",
  done: "",
  stopped: "The rest is not sent.",
});

const Issue = defineObject<IssueView>("NewsletterIssue", {
  description: "A post that is sent by email.",
  fields: {
    id: "ID!",
    publicationId: "ID!",
    title: ["String!", "The first words of the post, where it has no title."],
    state: IssueState,
    recipients: "Int!",
    delivered: ["Int!", "Emails that the mail server accepted and that did not bounce."],
    bounced: "Int!",
    failed: ["Int!", "Emails that were refused for their text or their sender, or no longer tried."],
    unsure: [
      "Int!",
      "Emails that the subscriber may have: the mail server's final answer was lost. They are not sent again.",
    ],
    problem: [
      "String",
      "What the mail server said, where it refused the sender; empty where it said nothing. Null for no such thing.",
    ],
    canResume: ["Boolean!", "Whether it can be sent to those who don't have it."],
    skipped: [
      "Int!",
      "Emails that were not sent: to subscribers who left in the meantime, or after a stop. 0 until it is over.",
    ],
    startedAt: "DateTime",
    finishedAt: "DateTime",
  },
});

addQuery("newsletterIssues", {
  type: defineConnection("NewsletterIssue", Issue),
  access: "owner",
  description: "The sent posts, newest first.",
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
    "Sets whether a post is sent to the subscribers. A draft is sent when it is published, a published post now.",
  input: (t) => ({ publicationId: t.id({ required: true }), send: t.boolean({ required: true }) }),
  resolve: ({ publicationId, send }, { node }) =>
    chooseNewsletter(node, { publicationId: parseId(publicationId), send }),
});

addMutation("stopNewsletter", {
  type: Issue,
  access: "owner",
  description: "Stops the waiting emails of a post.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => stopNewsletter(node, parseId(id)),
});

addMutation("resumeNewsletter", {
  type: Issue,
  access: "owner",
  description: "Sends a post that was stopped, or that some did not get, to those who don't have it.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => resumeNewsletter(node, parseId(id)),
});

addMutation("sendNewsletterTest", {
  type: "Boolean",
  access: "owner",
  description: "Sends a published post as an email to one address.",
  input: (t) => ({ publicationId: t.id({ required: true }), to: t.string({ required: true }) }),
  resolve: ({ publicationId, to }, { node }) =>
    sendTest(node, { publicationId: parseId(publicationId), to }).then(() => true),
});

addMutation("createSubscriber", {
  type: Subscriber,
  access: "owner",
  description: "Adds a subscriber who asked the owner for it.",
  input: (t) => ({
    email: t.string({ required: true }),
    consent: t.string({ description: "When and how the subscriber agreed." }),
  }),
  resolve: ({ email, consent }, { node }) => addReader(node, { email, consent: consent ?? null }),
});

addMutation("destroySubscriber", {
  type: "Boolean",
  access: "owner",
  description: "Deletes a subscriber by id or address. Returns whether there was one.",
  input: (t) => ({ id: t.id(), email: t.string() }),
  resolve: ({ id, email }, { node }) => deleteReader(node, id ? { id: parseId(id) } : { email: email ?? "" }),
});

addMutation("resumeSubscriber", {
  type: Subscriber,
  access: "owner",
  description: "Ends the pause of a subscriber whose emails bounced.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: ({ id }, { node }) => resumeReader(node, parseId(id)),
});

addMutation("resumeSubscribers", {
  type: "Int",
  access: "owner",
  description: "Ends the pause of all subscribers whose emails bounced. Returns how many.",
  input: (t) => ({ search: t.string({ description: "Only of those with this in their address." }) }),
  resolve: ({ search }, { node }) => resumeReaders(node, { search: search ?? null }),
});

const Imported = defineObject<ImportedReaders>("ImportedSubscribers", {
  fields: {
    added: "Int!",
    known: "Int!",
    refused: ["Int!", "Subscribers who unsubscribed here or, according to the file, elsewhere."],
    invalid: ["Int!", "Lines without an email address."],
  },
});

addMutation("importSubscribers", {
  type: Imported,
  access: "owner",
  cost: 50,
  description: "Adds subscribers from a CSV file with a column email.",
  input: (t) => ({
    csv: t.string({ required: true }),
    confirmed: t.boolean({
      required: true,
      description: "The owner confirms that all agreed; otherwise each gets a link to confirm.",
    }),
  }),
  resolve: (input, { node }) => importReaders(node, input),
});

const BounceResult = defineEnum("BounceResult", {
  counted: "",
  paused: "Counted, and the address is paused.",
  known: "It was already counted.",
  soft: "The email may still arrive.",
  sender: "The receiver refuses the sender or the email: nothing is counted.",
  unsubscribed: "It is a complaint: the address is unsubscribed.",
  unknown: "It is not a report about an email of this node.",
});

addMutation("reportBounce", {
  type: BounceResult,
  access: "manage:settings",
  description:
    "Processes a bounced email, as it arrived: a delivery report (RFC 3464) or a complaint (RFC 5965).",
  input: (t) => ({ report: t.string({ required: true }) }),
  resolve: ({ report }, { node }) => reportBounce(node, report),
});
