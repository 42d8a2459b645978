import { graphql, type ReplyOf } from "@freehold/client";
import { program } from "../../config/program.ts";
import { safeText } from "../../observability/safe-text.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import { askApi, listFromApi } from "../ask-api.ts";
import { type Call, choiceOf, chooseAction, parseLimit, requireYes, textOf } from "../command.ts";
import { type Column, formatMoment } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printList, printResult } from "../terminal.ts";

/** A comment of a reader. */
const comment = graphql(`fragment Comment on Comment {
  id publicationId state authType authorName authorAddress body timestamp createdAt mention { kind source }
}`);
const commentsQuery = graphql(
  `query ($first: Int!, $after: String, $states: [CommentState!]) {
    list: comments(first: $first, after: $after, states: $states, newestFirst: true) {
      nodes { ...Comment } pageInfo { hasNextPage endCursor }
    }
  }`,
  [comment],
);
const moderateComments = graphql(
  "mutation ($input: ModerateCommentsInput!) { changed: moderateComments(input: $input) { ...Comment } }",
  [comment],
);
const destroyComment = graphql("mutation ($input: DestroyCommentInput!) { destroyComment(input: $input) }");

/** An author, or a site, whose comments are refused. */
const commenterBlock = graphql(
  "fragment CommenterBlock on CommenterBlock { id authorName site authorUrl reason createdAt }",
);
const blocksQuery = graphql(
  `query ($first: Int!, $after: String) {
    list: commenterBlocks(first: $first, after: $after) {
      nodes { ...CommenterBlock } pageInfo { hasNextPage endCursor }
    }
  }`,
  [commenterBlock],
);
const createBlock = graphql(
  "mutation ($input: CreateCommenterBlockInput!) { id: createCommenterBlock(input: $input) }",
);
const destroyBlock = graphql(
  "mutation ($input: DestroyCommenterBlockInput!) { removed: destroyCommenterBlock(input: $input) }",
);

const columns: readonly Column<ReplyOf<typeof comment>>[] = [
  { title: "ID", style: "dim", cell: ({ id }) => id },
  { title: "WHEN", style: "dim", cell: ({ createdAt }) => formatMoment(Date.parse(createdAt)) },
  { title: "STATE", cell: ({ state }) => wordOf(state) },
  { title: "KIND", cell: (one) => kindOf(one) },
  { title: "WHO", style: "bold", cell: ({ authorName }) => safeText(authorName) },
  { title: "ADDRESS", style: "dim", cell: ({ authorAddress }) => authorAddress ?? "" },
  { title: "ON", style: "dim", cell: ({ publicationId }) => publicationId },
  {
    title: "WHAT",
    flexible: true,
    cell: ({ body, mention }) => safeText(`${body.slice(0, 400)} ${mention?.source ?? ""}`.trim()),
  },
];

const blockColumns: readonly Column<ReplyOf<typeof commenterBlock>>[] = [
  { title: "ID", style: "dim", cell: ({ id }) => id },
  { title: "SINCE", style: "dim", cell: ({ createdAt }) => formatMoment(Date.parse(createdAt)) },
  { title: "WHO", style: "bold", cell: ({ authorName }) => safeText(authorName) },
  { title: "FROM", style: "dim", cell: (block) => safeText(describeBlock(block)) },
  { title: "WHY", flexible: true, cell: ({ reason }) => safeText(reason ?? "") },
];

type State = ReplyOf<typeof comment>["state"];

/** States of comments by the words of the dashboard. A comment is unconfirmed until its author opens the link of a mail. */
const stateCalled = {
  UNCONFIRMED: "PENDING",
  PENDING: "HELD",
  PUBLISHED: "PUBLISHED",
  HIDDEN: "REJECTED",
} as const satisfies Record<string, State>;

function wordOf(state: State): string {
  const word = Object.entries(stateCalled).find(([, called]) => called === state)?.[0];
  return (word ?? state).toLowerCase();
}

function kindOf({ mention, authType }: ReplyOf<typeof comment>): string {
  return mention?.kind.toLowerCase() ?? (authType === "IMPORTED" ? "imported" : "comment");
}

/** `freehold comments`: lists the comments of readers, approves, hides or deletes them, and blocks their authors. */
export async function comments(call: Call): Promise<void> {
  const { action, rest } = chooseAction(call, {
    list: [0, 0],
    approve: [1, Infinity],
    hide: [1, Infinity],
    delete: [1, Infinity],
    block: [1, 1],
    blocked: [0, 0],
    unblock: [1, 1],
  });
  await using node = await openForCall(call);
  const ids = [...new Set(rest)];
  const [first = ""] = ids;
  if (action === "list") return await list(call, node);
  if (action === "block") return await block(call, node, first);
  if (action === "blocked") {
    const blocks = listFromApi(node, blocksQuery, parseLimit(call), {});
    return await printList(call, blocks, { columns: blockColumns, none: "Nobody is blocked." });
  }
  if (action === "unblock") return await unblock(call, node, first);
  if (action === "delete") return await deleteAll(call, node, ids);
  const state = action === "approve" ? "PUBLISHED" : "REJECTED";
  const { changed } = await askApi(node, moderateComments, { input: { ids, state } });
  const done = action === "approve" ? "Readers see" : "Hidden:";
  await printResult(call, changed, [`${done} ${changed.map(({ id }) => id).join(", ")}.`]);
}

async function list(call: Call, node: OpenNode): Promise<void> {
  const word = choiceOf(call, "state", ["unconfirmed", "pending", "published", "hidden"]);
  const states = word ? [stateCalled[word]] : null;
  const items = listFromApi(node, commentsQuery, parseLimit(call), { states });
  await printList(call, items, { columns, none: "None." });
}

async function deleteAll(call: Call, node: OpenNode, ids: readonly string[]): Promise<void> {
  requireYes(
    call,
    ids.map((id) => `comment ${id}`),
    `To hide one from readers, use ${program} comments hide.`,
  );
  for (const id of ids) await askApi(node, destroyComment, { input: { id } });
  await printResult(
    call,
    ids.map((id) => ({ id })),
    [`Deleted ${ids.join(", ")}. It can be restored for 30 days: ${program} trash restore --comments`],
  );
}

/** Blocks the author of a comment, or the site of a mention. */
async function block(call: Call, node: OpenNode, commentId: string): Promise<void> {
  const wholeSite = call.flags["whole-site"] === true;
  const { id } = await askApi(node, createBlock, {
    input: { commentId, wholeSite, reason: textOf(call, "reason") ?? null },
  });
  const blocks = listFromApi(node, blocksQuery, null, {});
  const block = (await Array.fromAsync(blocks)).find((one) => one.id === id);
  const isSite = block !== undefined && block.site !== null && block.authorUrl === null;
  await printResult(call, { id }, [
    isSite
      ? `Mentions from ${safeText(block.authorName)}, the whole site, are refused from now on. Existing ones stay.`
      : "New comments of this author are refused from now on. Existing ones stay.",
    `${program} comments unblock ${id} ends it.`,
  ]);
}

/** Names the blocked author or site. */
function describeBlock({ site, authorUrl }: ReplyOf<typeof commenterBlock>): string {
  if (site === null) return "mail";
  return authorUrl === null ? "the whole site" : `${authorUrl}, as ${site} names them`;
}

async function unblock(call: Call, node: OpenNode, id: string): Promise<void> {
  const { removed } = await askApi(node, destroyBlock, { input: { id } });
  await printResult(call, { id, removed }, [
    removed ? "This author, or site, may comment again." : "There is no such block.",
  ]);
}
