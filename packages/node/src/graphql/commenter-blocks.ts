import {
  blockCommenter,
  type CommenterBlockView,
  listBlockedCommenters,
  unblockCommenter,
} from "../domain/comments/block-commenter.ts";
import { builder } from "./builder.ts";
import { defineConnection, pageArgs, toPageRequest } from "./connection.ts";
import { parseId } from "./parse-id.ts";

const CommenterBlock = builder.objectRef<CommenterBlockView>("CommenterBlock").implement({
  description: "An author by mail whose comments are not taken; the mail address is told to nobody.",
  fields: (t) => ({
    id: t.exposeID("id"),
    authorName: t.exposeString("authorName", {
      description: "As it stood on the comment that they were blocked by.",
    }),
    reason: t.exposeString("reason", { nullable: true, description: "The owner's own note." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const CommenterBlockConnection = defineConnection("CommenterBlock", CommenterBlock);

builder.queryField("commenterBlocks", (t) =>
  t.field({
    type: CommenterBlockConnection,
    access: "manage:comments",
    args: pageArgs(t),
    resolve: (_root, page, { node }) => listBlockedCommenters(node, toPageRequest(page)),
  }),
);

const CreateCommenterBlockInput = builder.inputType("CreateCommenterBlockInput", {
  fields: (t) => ({
    commentId: t.id({ required: true, description: "A comment of theirs." }),
    reason: t.string(),
  }),
});

builder.mutationField("createCommenterBlock", (t) =>
  t.id({
    access: "manage:comments",
    description:
      "Takes no more comments of the author by mail of this one; one by wallet is blocked by address.",
    args: { input: t.arg({ type: CreateCommenterBlockInput, required: true }) },
    resolve: (_root, { input: { commentId, reason } }, { node }) =>
      blockCommenter(node, { commentId: parseId(commentId), reason: reason ?? null }),
  }),
);

const DestroyCommenterBlockInput = builder.inputType("DestroyCommenterBlockInput", {
  fields: (t) => ({ id: t.id({ required: true }) }),
});

builder.mutationField("destroyCommenterBlock", (t) =>
  t.boolean({
    access: "manage:comments",
    description: "Takes their comments again; says whether they were blocked.",
    args: { input: t.arg({ type: DestroyCommenterBlockInput, required: true }) },
    resolve: (_root, { input: { id } }, { node }) => unblockCommenter(node, parseId(id)),
  }),
);
