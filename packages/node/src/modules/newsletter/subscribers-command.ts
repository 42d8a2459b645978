import { createReadStream } from "node:fs";
import { graphql, type ReplyOf } from "@freehold/client";
import { decodeCsv } from "@freehold/protocol/internal";
import { askApi, listFromApi } from "../../cli/ask-api.ts";
import { type Call, choiceOf, chooseAction, parseLimit, textOf } from "../../cli/command.ts";
import { type Column, formatCount, formatMoment } from "../../cli/format.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printJsonArray, printList, printResult } from "../../cli/terminal.ts";
import { program } from "../../config/program.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { csvHeader, formatReader } from "./import-readers.ts";
import { newsletterLimits } from "./limits.ts";
import type { ReaderView } from "./readers.ts";

const subscriber = graphql(`fragment Subscriber on Subscriber {
  id email state source consent language tags bounces lastBounce createdAt confirmedAt
}`);
type Subscriber = ReplyOf<typeof subscriber>;

const subscribersQuery = graphql(
  `query ($first: Int!, $after: String, $state: SubscriberState, $search: String) {
    list: subscribers(first: $first, after: $after, state: $state, search: $search) {
      nodes { ...Subscriber } pageInfo { hasNextPage endCursor }
    }
  }`,
  [subscriber],
);
const createSubscriber = graphql(
  "mutation ($input: CreateSubscriberInput!) { added: createSubscriber(input: $input) { ...Subscriber } }",
  [subscriber],
);
const destroySubscriber = graphql(
  "mutation ($input: DestroySubscriberInput!) { removed: destroySubscriber(input: $input) }",
);
const importSubscribers = graphql(`mutation ($input: ImportSubscribersInput!) {
  imported: importSubscribers(input: $input) { added known refused invalid }
}`);
const reportBounce = graphql("mutation ($input: ReportBounceInput!) { result: reportBounce(input: $input) }");

const columns: readonly Column<Subscriber>[] = [
  { title: "ADDRESS", style: "bold", flexible: true, cell: ({ email }) => safeText(email) },
  { title: "STATE", cell: ({ state }) => state.toLowerCase() },
  { title: "TAGS", cell: ({ tags }) => safeText(tags === null ? "all" : tags.join(" ") || "none") },
  { title: "SINCE", style: "dim", cell: ({ createdAt }) => formatMoment(Date.parse(createdAt)) },
];

const resumeSubscribers = graphql(
  "mutation ($input: ResumeSubscribersInput!) { resumed: resumeSubscribers(input: $input) }",
);
const sentIssue = graphql(`fragment SentIssue on NewsletterIssue {
  id publicationId title state recipients delivered bounced failed unsure skipped problem canResume startedAt finishedAt
}`);
type SentIssue = ReplyOf<typeof sentIssue>;
const sentQuery = graphql(
  `query ($first: Int!, $after: String) {
    list: newsletterIssues(first: $first, after: $after) {
      nodes { ...SentIssue } pageInfo { hasNextPage endCursor }
    }
  }`,
  [sentIssue],
);
const resumeNewsletter = graphql(
  "mutation ($input: ResumeNewsletterInput!) { issue: resumeNewsletter(input: $input) { ...SentIssue } }",
  [sentIssue],
);

const sentColumns: readonly Column<SentIssue>[] = [
  { title: "ID", style: "dim", cell: ({ id }) => id },
  { title: "POST", style: "bold", flexible: true, cell: ({ title }) => safeText(title) },
  { title: "STATE", cell: ({ state }) => state.toLowerCase() },
  { title: "DELIVERED", cell: ({ delivered, recipients }) => `${delivered} of ${recipients}` },
  { title: "PERHAPS", cell: ({ unsure }) => String(unsure) },
  { title: "THE MAIL SERVER SAID", flexible: true, cell: ({ problem }) => safeText(problem ?? "") },
];

/** `freehold subscribers`: the readers by mail; with `bounce`, a mail that came back. */
export async function subscribers(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, {
    list: [0, 1],
    add: [1, 1],
    remove: [1, 1],
    import: [1, 1],
    export: [0, 0],
    bounce: [1, 1],
    resume: [0, 1],
    sent: [0, 0],
    "send-rest": [1, 1],
  });
  const [given = ""] = rest;
  await using node = await openForCall(call);
  if (action === "list") return await list(call, node, given);
  if (action === "export") return await exportAll(call, node);
  if (action === "import") return await importFile(call, node, given);
  if (action === "resume") return await resume(call, node, given);
  if (action === "sent") return await listSent(call, node);
  if (action === "send-rest") return await sendRest(call, node, given);
  if (action === "bounce") return await bounce(call, node, given);
  if (action === "remove") {
    const { removed } = await askApi(node, destroySubscriber, { input: { email: given } });
    return await printResult(call, { removed }, [removed ? "Deleted." : "There is no such subscriber."]);
  }
  const input = { email: given, consent: textOf(call, "consent") ?? null };
  const { added } = await askApi(node, createSubscriber, { input });
  await printResult(call, added, [await describeAdded(node, added)]);
}

const readinessQuery = graphql("query { newsletter { isPublic isReady } }");

/** A node that can't send yet promises nothing. */
async function describeAdded(node: OpenNode, { email }: Pick<Subscriber, "email">): Promise<string> {
  const { isPublic, isReady } = (await askApi(node, readinessQuery)).newsletter;
  const address = safeText(email);
  if (isReady && isPublic) return `${address} gets new posts by email.`;
  const lack = isPublic
    ? `turn the newsletter on, with a mail server (${program} settings set newsletter true, and mailTransport)`
    : `give the site a public address (${program} moved)`;
  return `${address} was added. Nothing is sent yet: ${lack}.`;
}

async function resume(call: Call, node: OpenNode, search: string): Promise<void> {
  const { resumed } = await askApi(node, resumeSubscribers, { input: { search: search || null } });
  await printResult(call, { resumed }, [`Subscribers resumed: ${resumed}.`]);
}

async function listSent(call: Call, node: OpenNode): Promise<void> {
  const items = listFromApi(node, sentQuery, parseLimit(call), {});
  await printList(call, items, { columns: sentColumns, none: "No post was sent by email." });
}

async function sendRest(call: Call, node: OpenNode, id: string): Promise<void> {
  const { issue } = await askApi(node, resumeNewsletter, { input: { id } });
  await printResult(call, issue, [`“${safeText(issue.title)}” is being sent to those who did not get it.`]);
}

async function list(call: Call, node: OpenNode, search: string): Promise<void> {
  const state = choiceOf(call, "state", ["pending", "active", "paused"]);
  const items = listFromApi(node, subscribersQuery, parseLimit(call), { state, search });
  await printList(call, items, { columns, none: "There are no subscribers." });
}

async function exportAll(call: Call, node: OpenNode): Promise<void> {
  const items = listFromApi(node, subscribersQuery, null, {});
  if (call.json) return await printJsonArray(call.terminal, items);
  await call.terminal.write(csvHeader);
  for await (const reader of items) await call.terminal.write(formatReader(toLowerCase(reader)));
}

function toLowerCase({ id: _, ...reader }: Subscriber): Omit<ReaderView, "id"> {
  const { state, source } = reader;
  return {
    ...reader,
    state: state.toLowerCase() as ReaderView["state"],
    source: source.toLowerCase() as ReaderView["source"],
  };
}

async function importFile(call: Call, node: OpenNode, path: string): Promise<void> {
  const csv = decodeCsv(await readBytes(call, path, newsletterLimits.importBytes));
  const input = { csv, confirmed: call.flags.confirmed === true };
  const { imported } = await askApi(node, importSubscribers, { input });
  const { added, known, refused, invalid } = imported;
  await printResult(call, imported, [
    input.confirmed
      ? `Added: ${formatCount(added, "subscriber")}.`
      : `Asked to confirm: ${formatCount(added, "subscriber")}.`,
    `Already subscribed: ${known}. Unsubscribed: ${refused}. Lines without an email address: ${invalid}.`,
  ]);
}

async function bounce(call: Call, node: OpenNode, path: string): Promise<void> {
  const bytes = await readBytes(call, path, newsletterLimits.bounceBytes, { cut: true });
  const report = bytes.toString("utf8");
  const { result } = await askApi(node, reportBounce, { input: { report } });
  await printResult(call, { result }, [explain[result]]);
}

const explain: Readonly<Record<ReplyOf<typeof reportBounce>["result"], string>> = {
  COUNTED: "Counted.",
  PAUSED: "Counted. This address gets no more emails until it confirms again.",
  KNOWN: "It was already counted.",
  SOFT: "The email may still arrive. Nothing was counted.",
  SENDER: "The receiver refuses the sender, not the address. Nothing was counted.",
  UNSUBSCRIBED: "This is a complaint. The address was unsubscribed.",
  UNKNOWN: "This is not a report about an email of this node.",
};

/** @param path a file, or `-` for standard input. @throws AppError TOO_LARGE */
async function readBytes(call: Call, path: string, most: number, { cut = false } = {}): Promise<Buffer> {
  const source = path === "-" ? call.terminal.input : createReadStream(path);
  let size = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // The input is read to its end: a mail program takes an early end of its pipe for a failure.
    if (size <= most + bytes.length) chunks.push(bytes);
    if (size > most && !cut) throw new AppError("TOO_LARGE", msg`${path} is larger than ${most} bytes.`);
  }
  return Buffer.concat(chunks).subarray(0, most);
}
