import { graphql } from "@freehold/client";
import { askApi, listFromApi } from "../../cli/ask-api.ts";
import { type Call, chooseAction, parseLimit, textOf } from "../../cli/command.ts";
import { type Column, formatMoment, formatTable } from "../../cli/format.ts";
import { openForCall } from "../../cli/open-for-call.ts";
import { printJsonArray, printResult } from "../../cli/terminal.ts";
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

const columns: readonly Column[] = [
  { title: "ID", style: "dim" },
  { title: "SINCE", style: "dim" },
  { title: "FROM", style: "bold" },
  { title: "WHAT", flexible: true },
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
  if (call.json) return await printJsonArray(call.terminal, items);
  const rows = (await Array.fromAsync(items)).map(({ title, note, proposedAt, ...one }) => [
    one.id,
    proposedAt === null ? "" : formatMoment(Date.parse(proposedAt)),
    safeText(one.agent),
    [safeText(title), safeText(note)].filter((part) => part !== "").join(": "),
  ]);
  await call.terminal.print(
    rows.length > 0 ? formatTable(columns, rows, call.terminal) : "Nothing is proposed.",
  );
}
