import { discardChanges, isOutdated, publishChanges } from "../../domain/publications/changes.ts";
import { readChangedText } from "../../domain/publications/update.ts";
import { describeWritten } from "../../domain/publications/visible.ts";
import { builder, parseId } from "../builder.ts";
import { defineObject } from "../define-types.ts";
import { addMutation } from "../operations.ts";
import { PublicationRef } from "./publications.ts";

/** Changes of a published post, and whether another text was published since they were begun. */
interface ChangesView {
  readonly contentHash: `0x${string}`;
  readonly slug: string | null;
  readonly revision: number;
  readonly savedAt: string;
  readonly isOutdated: boolean;
}

const ChangesRef = defineObject<ChangesView>("UnpublishedChanges", {
  description: "What the owner has changed in a post on the site, and readers don't see yet.",
  fields: {
    slug: "String",
    savedAt: "DateTime!",
    revision: ["BigInt!", "Send it back when the changes are saved again, published or discarded."],
    isOutdated: [
      "Boolean!",
      "Whether another text was published since the changes were begun. They are published after they were saved with the revision of the post.",
    ],
  },
  computed: (t) => ({
    body: t.string({
      nullable: true,
      cost: 1,
      description: "The Markdown; null where it is missing.",
      resolve: (changes, _args, { node }) => readChangedText(node, changes),
    }),
  }),
});

builder.objectFields(PublicationRef, (t) => ({
  changes: t.field({
    type: ChangesRef,
    nullable: true,
    access: "owner",
    description:
      "What the owner has changed in a post on the site, and readers don't see yet; null for nothing.",
    resolve: async ({ id, revision }, _args, { loaders }): Promise<ChangesView | null> => {
      const found = await loaders.changes.load(id);
      if (found === null) return null;
      const { contentHash, slug, updatedAt } = found;
      const savedAt = new Date(updatedAt).toISOString();
      return {
        contentHash,
        slug,
        savedAt,
        revision: updatedAt,
        isOutdated: isOutdated({ updatedAt: revision }, found),
      };
    },
  }),
}));

addMutation("publishChanges", {
  type: PublicationRef,
  access: "owner",
  cost: 20,
  description:
    "Publishes what the owner has changed in a post on the site. The text until then stays in the history. CONFLICT where other changes were saved since, or another text was published.",
  input: (t) => ({
    id: t.id({ required: true }),
    revision: t.field({ type: "BigInt", required: true, description: "That of the changes." }),
    takeSlug: t.boolean({
      description: "Whether to take over a slug that was the address of another publication.",
    }),
  }),
  resolve: async ({ id, revision, takeSlug }, { node }) =>
    describeWritten(
      node,
      await publishChanges(node, parseId(id), { revision, takesSlug: takeSlug === true }),
    ),
});

addMutation("discardChanges", {
  type: PublicationRef,
  nullable: true,
  access: "owner",
  description: "Discards what the owner has changed in a post on the site. Its text stays in the history.",
  input: (t) => ({
    id: t.id({ required: true }),
    revision: t.field({ type: "BigInt", required: true, description: "That of the changes." }),
  }),
  resolve: async ({ id, revision }, { node, loaders }) => {
    await discardChanges(node, parseId(id), revision);
    return loaders.publication.load(parseId(id));
  },
});
