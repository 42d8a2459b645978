import { readOwnPublications, requireSeen } from "../../domain/publications/visible.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import { destroyTogether, destroyWithFiles } from "../../domain/trash/destroy-with-files.ts";
import { type Restored, restoreAll } from "../../domain/trash/restore.ts";
import { emptyTrash, listTrash, type TrashView } from "../../domain/trash/trash.ts";
import { AppError } from "../../errors/errors.ts";
import type { TrashKey } from "../../store/trash.ts";
import { parseId } from "../builder.ts";
import { defineEnum, defineObject } from "../define-types.ts";
import { addMutation, addQuery } from "../operations.ts";
import { defineConnection, pageArgs } from "../relay-connection.ts";

const Destroyed = defineObject<{ id: string; files: string[] }>("Destroyed", {
  description: "A deleted publication.",
  fields: { id: "ID!", files: ["[ID!]!", "The files that were deleted with it."] },
});

const DestroyedTogether = defineObject<{ ids: readonly number[]; filesLeft: readonly number[] }>(
  "DestroyedTogether",
  {
    description: "Deleted publications.",
    fields: {
      ids: ["[ID!]!", "Those that were there."],
      filesLeft: [
        "[ID!]!",
        "The public files that they referred to and nothing else does. They stay public.",
      ],
    },
  },
);

addMutation("destroyPublications", {
  type: DestroyedTogether,
  access: "owner",
  cost: 200,
  description:
    "Deletes publications of the owner: they go to the trash. Those that are deleted already are passed over. Copies of signed posts on other sites stay.",
  input: (t) => ({
    ids: t.idList({ required: true, description: "Up to 100." }),
    deletedWith: t.id({
      description: "A post in the trash whose files these are: they come back with it.",
    }),
  }),
  resolve: async ({ ids, deletedWith }, { node }) => {
    const posts = await readOwnPublications(node, ids.map(parseId));
    return destroyTogether(node, posts, deletedWith ? parseId(deletedWith) : null);
  },
});

addMutation("destroyPublication", {
  type: Destroyed,
  access: "delete:publications",
  cost: 20,
  description:
    "Moves a publication to the trash, from which its owner can restore it for 30 days. Copies of a signed one on other nodes stay. Only a session can delete drafts.",
  input: (t) => ({
    id: t.id({ required: true }),
    withFiles: t.boolean({
      description:
        "Whether to delete the files that it refers to with it, where nothing else does. Only a session may.",
    }),
  }),
  resolve: async ({ id, withFiles }, { node, caller }) => {
    if (withFiles && caller.kind !== "client") {
      throw new AppError("FORBIDDEN", "Only the owner deletes files together with a post.");
    }
    await requireSeen(node, parseId(id), caller);
    const files = withFiles ? await destroyWithFiles(node, parseId(id)) : [];
    if (!withFiles) await destroyPublication(node, parseId(id));
    return { id, files: files.map(String) };
  },
});

const TrashedType = defineEnum("TrashedType", ["POST", "FILE", "COMMENT"], "What was deleted.");

const TrashedState = defineEnum(
  "TrashedState",
  ["draft", "local", "signed", "pending", "held", "published", "rejected"],
  "The state that a publication, or a comment, had when it was deleted.",
);

const TrashedRef = defineObject<TrashView>("Trashed", {
  description: "Something of the owner's site that was deleted, and can be restored.",
  fields: {
    id: ["ID!", "The id of the publication, or of the comment, which it gets back."],
    type: TrashedType,
    state: TrashedState,
    title: ["String!", "The title of a post, the name of a file, the author of a comment."],
    excerpt: ["String!", "The beginning of the text."],
    deletedAt: "DateTime!",
    goneAt: ["DateTime!", "When it is deleted for good."],
    files: ["Int!", "How many files were deleted with a post, and come back with it."],
  },
});

const RestoredRef = defineObject<Restored>("Restored", {
  description: "Something that is back from the trash.",
  fields: {
    id: "ID!",
    kind: defineEnum("RestoredKind", ["publication", "comment"], "What is back."),
    lostSlug: ["String", "The slug that it had, if another publication has got that since."],
  },
});

addQuery("trash", {
  type: defineConnection("Trashed", TrashedRef),
  access: "owner",
  description:
    "What was deleted in the last 30 days, the last first. Files that were deleted with a post belong to it.",
  args: pageArgs,
  resolve: (page, { node }) => listTrash(node, page),
});

/** Ids of publications and of comments. */
interface Chosen {
  readonly publications?: readonly string[] | null | undefined;
  readonly comments?: readonly string[] | null | undefined;
}

function keysOf({ publications, comments }: Chosen): TrashKey[] {
  return [
    ...(publications ?? []).map((id) => ({ kind: "publication" as const, subjectId: parseId(id) })),
    ...(comments ?? []).map((id) => ({ kind: "comment" as const, subjectId: parseId(id) })),
  ];
}

addMutation("restoreFromTrash", {
  type: [RestoredRef],
  access: "owner",
  cost: 100,
  description:
    "Brings publications and comments back as they were, posts with the files that were deleted with them. What is not in the trash is passed over. CONFLICT for a comment whose post is deleted.",
  input: (t) => ({
    publications: t.idList({ description: "Up to 100 ids, with those of the comments." }),
    comments: t.idList(),
  }),
  resolve: (input, { node }) => restoreAll(node, keysOf(input)),
});

addMutation("emptyTrash", {
  type: "Boolean",
  access: "owner",
  cost: 100,
  description: "Deletes what is in the trash for good: all of it, or what is named.",
  input: (t) => ({
    publications: t.idList({ description: "Without both lists, everything." }),
    comments: t.idList(),
  }),
  resolve: async ({ publications, comments }, { node }) => {
    const isAll = !publications && !comments;
    await emptyTrash(node, isAll ? null : keysOf({ publications, comments }));
    return true;
  },
});
