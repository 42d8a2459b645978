import { presentPublication } from "../../domain/publications/present.ts";
import { describeWritten, requireSeen } from "../../domain/publications/visible.ts";
import { builder, parseId } from "../builder.ts";
import { addMutation } from "../operations.ts";
import { PublicationRef } from "./publications.ts";

builder.objectField(PublicationRef, "cover", (t) =>
  t.field({
    type: PublicationRef,
    nullable: true,
    description: "The picture above the text. A draft has a cover for the owner only.",
    resolve: ({ coverId }, _args, { loaders }) =>
      coverId === null ? null : loaders.publication.load(coverId),
  }),
);

addMutation("presentPublication", {
  type: PublicationRef,
  access: "update:publications",
  description:
    "Changes how the owner's site shows a post in any state: nothing of this is signed. Only a session can change drafts.",
  inputDescription: "An absent field stays unchanged; null clears it.",
  input: (t) => ({
    id: t.id({ required: true }),
    excerpt: t.string({ description: "A summary in plain text, up to 500 characters." }),
    cover: t.id({ description: "An own picture. It is published with the post." }),
    isPage: t.boolean({ description: "A page such as About: in the menu, and in no list of posts." }),
  }),
  resolve: async ({ id: key, excerpt, cover, isPage }, { node, caller }) => {
    const id = parseId(key);
    await requireSeen(node, id, caller);
    const presentation = {
      ...(excerpt !== undefined && { excerpt }),
      ...(cover !== undefined && { cover: cover === null ? null : parseId(cover) }),
      ...(isPage !== undefined && { isPage: isPage ?? false }),
    };
    return describeWritten(node, await presentPublication(node, id, presentation, caller));
  },
});
