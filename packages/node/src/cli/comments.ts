import { safeText } from "../observability/safe-text.ts";
import type { OpenNode } from "../startup/open-node.ts";
import { askApi, listFromApi, pageInfo } from "./ask-api.ts";
import { type Call, choiceOf, chooseAction, parseLimit, requireYes } from "./command.ts";
import { type Column, formatMoment, formatTable } from "./format.ts";
import { openForCall } from "./open-for-call.ts";
import { printJsonArray, printResult } from "./terminal.ts";

/** A comment, as the API describes it. */
interface Comment {
  readonly id: string;
  readonly state: "PENDING" | "HELD" | "PUBLISHED" | "REJECTED";
  readonly authorName: string;
  readonly body: string;
  readonly createdAt: string;
  readonly publicationId: string;
  /** Null for a comment. */
  readonly mention: { readonly kind: string; readonly source: string } | null;
}

const fields =
  "id publicationId state authType authorName authorAddress body timestamp createdAt mention { kind source }";

const columns: readonly Column[] = [
  { title: "ID", style: "dim" },
  { title: "WHEN", style: "dim" },
  { title: "STATE" },
  { title: "KIND" },
  { title: "WHO", style: "bold" },
  { title: "ON", style: "dim" },
  { title: "WHAT", flexible: true },
];

/** `freehold comments`: lists the comments of readers, and approves, hides or deletes them. */
export async function comments(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, {
    list: [0, 0],
    approve: [1, Infinity],
    hide: [1, Infinity],
    delete: [1, Infinity],
  });
  await using node = await openForCall(call);
  const ids = [...new Set(rest)];
  if (action === "list") return await list(call, node);
  if (action === "delete") return await deleteAll(call, node, ids);
  const state = action === "approve" ? "PUBLISHED" : "REJECTED";
  const { changed } = await askApi<{ changed: Comment[] }>(
    node,
    `mutation ($input: ModerateCommentsInput!) { changed: moderateComments(input: $input) { ${fields} } }`,
    { input: { ids, state } },
  );
  const done = action === "approve" ? "Readers see" : "Hidden:";
  await printResult(call, changed, [`${done} ${changed.map(({ id }) => id).join(", ")}.`]);
}

async function list(call: Call, node: OpenNode): Promise<void> {
  const state = choiceOf(call, "state", ["pending", "held", "published", "rejected"]);
  const document = `query ($first: Int!, $after: String, $states: [CommentState!]) {
    list: comments(first: $first, after: $after, states: $states, newestFirst: true) { nodes { ${fields} } ${pageInfo} }
  }`;
  const items = listFromApi<Comment>(node, document, {
    limit: parseLimit(call),
    states: state ? [state] : null,
  });
  if (call.json) return await printJsonArray(call.terminal, items);
  const rows = (await Array.fromAsync(items)).map((one) => [
    one.id,
    formatMoment(Date.parse(one.createdAt)),
    one.state.toLowerCase(),
    one.mention?.kind.toLowerCase() ?? "comment",
    safeText(one.authorName),
    one.publicationId,
    safeText(`${one.body.slice(0, 400)} ${one.mention?.source ?? ""}`.trim()),
  ]);
  await call.terminal.print(rows.length > 0 ? formatTable(columns, rows, call.terminal) : "None.");
}

async function deleteAll(call: Call, node: OpenNode, ids: readonly string[]): Promise<void> {
  requireYes(
    call,
    ids.map((id) => `comment ${id}`),
    "To hide one from readers, use freehold comments hide.",
  );
  const document = "mutation ($input: DestroyCommentInput!) { destroyComment(input: $input) }";
  for (const id of ids) await askApi(node, document, { input: { id } });
  await printResult(
    call,
    ids.map((id) => ({ id })),
    [`Deleted ${ids.join(", ")}.`],
  );
}
