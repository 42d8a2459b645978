import { type FileUses, readFileUses } from "../../domain/publications/files/file-uses.ts";
import { readFilesOf } from "../../domain/publications/files/files-of-post.ts";
import { findMissingFiles, type MissingFile } from "../../domain/publications/files/missing-files.ts";
import type { PublicationView } from "../../domain/publications/view.ts";
import { readOwnPublications, readVisiblePublications } from "../../domain/publications/visible.ts";
import { parseId } from "../builder.ts";
import { defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";
import { PublicationRef } from "./publications.ts";

const FileOfPostRef = defineObject<{ publication: PublicationView; isShared: boolean }>("FileOfPost", {
  description: "A public file of the owner that a post refers to.",
  fields: {
    publication: PublicationRef,
    isShared: ["Boolean!", "Whether another post or draft, or the profile, refers to it, too."],
  },
});

addQuery("filesOfPost", {
  type: [FileOfPostRef],
  access: "owner",
  cost: 200,
  description:
    "The owner's public pictures and files that a post refers to: they stay public when it is deleted.",
  args: (t) => ({ id: t.arg.id({ required: true }) }),
  resolve: async ({ id }, { node, caller }) => {
    const files = await readFilesOf(node, parseId(id));
    const ids = files.map(({ publication }) => publication.id);
    const views = new Map((await readVisiblePublications(node, ids, caller)).map((view) => [view.id, view]));
    return files.flatMap(({ publication, isShared }) => {
      const view = views.get(publication.id);
      return view ? [{ publication: view, isShared }] : [];
    });
  },
});

const FileUsesRef = defineObject<FileUses & { id: number; views: readonly PublicationView[] }>("FileUses", {
  description: "What refers to a file of the owner.",
  fields: {
    id: ["ID!", "The file."],
    isAvatar: ["Boolean!", "Whether it is the picture of the owner."],
    isInStylesheet: "Boolean!",
    templates: ["[String!]!", "The names of the templates that refer to it."],
  },
  computed: (t) => ({
    publications: t.field({
      type: [PublicationRef],
      description: "The posts and drafts that show it, link to it, or have it as their cover; newest first.",
      resolve: ({ views }) => [...views],
    }),
  }),
});

addQuery("fileUses", {
  type: [FileUsesRef],
  access: "owner",
  cost: 200,
  description: "What refers to files of the owner, on this node.",
  args: (t) => ({ ids: t.arg.idList({ required: true, description: "Up to 100 files." }) }),
  resolve: async ({ ids }, { node, caller }) => {
    const files = await readOwnPublications(node, ids.map(parseId));
    const uses = await readFileUses(node, files);
    const users = [...uses.values()].flatMap(({ publications }) => publications.map(({ id }) => id));
    const views = await readVisiblePublications(node, users, caller);
    const viewOf = new Map(views.map((view) => [view.id, view]));
    return [...uses].map(([id, use]) => ({
      ...use,
      id,
      views: use.publications.flatMap((one) => viewOf.get(one.id) ?? []),
    }));
  },
});

const MissingFileRef = defineObject<MissingFile>("MissingFile", {
  description: "A file to which a text refers, and which this node does not have.",
  fields: {
    contentHash: "ContentHash!",
    trashedId: ["ID", "The file in the trash; null where it is not there."],
    filename: "String",
  },
});

addQuery("missingFiles", {
  type: [MissingFileRef],
  access: "owner",
  cost: 20,
  description: "The files of this node to which a text refers, and which were deleted or never there.",
  args: (t) => ({ body: t.arg.string({ required: true, description: "Markdown." }) }),
  resolve: ({ body }, { node }) => findMissingFiles(node, body),
});
