import { readHistory, readVersion } from "../../domain/publications/texts/history.ts";
import type { SavedVersion } from "../../store/publications/publication-history.ts";
import { parseId } from "../builder.ts";
import { defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";

const SavedVersionRef = defineObject<SavedVersion>("SavedVersion", {
  description: "A saved version of a draft or of a post that is on this site only.",
  fields: { id: "ID!", size: ["BigInt!", "Bytes."] },
  computed: (t) => ({
    savedAt: t.field({
      type: "DateTime",
      description: "When it was saved; it was the text until the next one.",
      resolve: ({ savedAt }) => new Date(savedAt).toISOString(),
    }),
  }),
});

addQuery("savedVersions", {
  type: [SavedVersionRef],
  access: "owner",
  cost: 5,
  description: "The saved versions of a post, newest first.",
  args: (t) => ({ publicationId: t.arg.id({ required: true }) }),
  resolve: ({ publicationId }, { node }) => readHistory(node, parseId(publicationId)),
});

const SavedTextRef = defineObject<{ id: number; body: string }>("SavedText", {
  description: "The Markdown of a saved version.",
  fields: { id: "ID!", body: "String!" },
});

addQuery("savedText", {
  type: SavedTextRef,
  access: "owner",
  cost: 5,
  description: "A saved version, by its id.",
  args: (t) => ({ id: t.arg.id({ required: true }) }),
  resolve: ({ id }, { node }) => readVersion(node, parseId(id)),
});
