import { graphql, type ReplyOf } from "@freehold/client";
import { askApi, listFromApi } from "../../cli/ask-api.ts";
import { type Call, chooseAction, parseLimit, textOf } from "../../cli/command.ts";
import { type Column, formatMoment } from "../../cli/format.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printList, printResult } from "../../cli/terminal.ts";
import { safeText } from "../../observability/safe-text.ts";

/** A draft of a program. */
const proposal = graphql(`fragment Proposal on AgentDraft {
  id agent state title slug revision note reason isRevised createdAt proposedAt decidedAt
}`);
const proposalsQuery = graphql(
  `query ($first: Int!, $after: String) {
    list: proposals(first: $first, after: $after) {
      nodes { ...Proposal } pageInfo { hasNextPage endCursor }
    }
  }`,
  [proposal],
);
const proposalQuery = graphql(
  "query ($id: ID!) { found: agentDraft(id: $id) { ...Proposal body publication { contentHash } } }",
  [proposal],
);
const declineProposal = graphql(
  `mutation ($input: DeclineProposalInput!) { declined: declineProposal(input: $input) { ...Proposal } }`,
  [proposal],
);

const columns: readonly Column<ReplyOf<typeof proposal>>[] = [
  { title: "ID", style: "dim", cell: ({ id }) => id },
  {
    title: "SINCE",
    style: "dim",
    cell: ({ proposedAt }) => (proposedAt === null ? "" : formatMoment(Date.parse(proposedAt))),
  },
  { title: "FROM", style: "bold", cell: ({ agent }) => safeText(agent) },
  {
    title: "WHAT",
    flexible: true,
    cell: ({ title, note }) => [title, note].map(safeText).filter(Boolean).join(": "),
  },
];

/** `freehold proposals`: lists, shows and declines the drafts that programs propose. */
export async function proposals(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, { list: [0, 0], show: [1, 1], decline: [1, 1] });
  await using node = await openForCall(call);
  const [id = ""] = rest;
  if (action === "show") {
    const { found } = await askApi(node, proposalQuery, { id });
    if (call.json) return await printResult(call, found, []);
    const { agent, state, note, body, publication } = found;
    call.terminal.note(`${found.id}, ${state.toLowerCase()}, from ${safeText(agent)}`);
    call.terminal.note(`  ${publication?.contentHash}`);
    if (note !== "") call.terminal.note(`  ${safeText(note)}`);
    return await call.terminal.write(`${(body ?? "").split("\n").map(safeText).join("\n")}\n`);
  }
  if (action === "decline") {
    const input = { id, reason: textOf(call, "reason") ?? null };
    const { declined } = await askApi(node, declineProposal, { input });
    return await printResult(call, declined, [
      `Declined. ${safeText(declined.agent)} can read why, and propose it again.`,
    ]);
  }
  const items = listFromApi(node, proposalsQuery, parseLimit(call), {});
  await printList(call, items, { columns, none: "Nothing is proposed." });
}
