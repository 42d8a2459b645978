import { safeText } from "../observability/safe-text.ts";
import { askApi, listFromApi, pageInfo } from "./ask-api.ts";
import { type Call, chooseAction, parseLimit, textOf } from "./command.ts";
import { type Column, formatMoment, formatTable } from "./format.ts";
import { openForCall } from "./open-for-call.ts";
import { printJsonArray, printResult } from "./terminal.ts";

/** A draft of a program, as the API describes it. */
interface Proposal {
  readonly id: string;
  readonly agent: string;
  readonly state: string;
  readonly title: string;
  readonly note: string;
  readonly proposedAt: string | null;
  readonly isRevised: boolean;
  readonly body?: string | null;
  readonly publication?: { readonly contentHash: string } | null;
}

const fields = "id agent state title slug revision note reason isRevised createdAt proposedAt decidedAt";

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
    const document = `query ($id: ID!) { found: agentDraft(id: $id) { ${fields} body publication { contentHash } } }`;
    const { found } = await askApi<{ found: Proposal }>(node, document, { id });
    if (call.json) return await printResult(call, found, []);
    const { agent, state, note, body, publication } = found;
    call.terminal.note(`${found.id}, ${state.toLowerCase()}, from ${safeText(agent)}`);
    call.terminal.note(`  ${publication?.contentHash}`);
    if (note !== "") call.terminal.note(`  ${safeText(note)}`);
    return await call.terminal.write(`${(body ?? "").split("\n").map(safeText).join("\n")}\n`);
  }
  if (action === "decline") {
    const document = `mutation ($input: DeclineProposalInput!) { declined: declineProposal(input: $input) { ${fields} } }`;
    const input = { id, reason: textOf(call, "reason") ?? null };
    const { declined } = await askApi<{ declined: Proposal }>(node, document, { input });
    return await printResult(call, declined, [
      `Declined. ${safeText(declined.agent)} can read why, and propose it again.`,
    ]);
  }
  const document = `query ($first: Int!, $after: String) {
    list: proposals(first: $first, after: $after) { nodes { ${fields} } ${pageInfo} }
  }`;
  const items = listFromApi<Proposal>(node, document, { limit: parseLimit(call) });
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
