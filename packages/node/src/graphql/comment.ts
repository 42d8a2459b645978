import type { CommentView } from "../domain/comments/comment-view.ts";
import { builder } from "./builder.ts";
import { PublicationRef } from "./publication.ts";

export const CommentAuthType = builder.enumType("CommentAuthType", {
  description: "How the author of a comment is known.",
  values: { EMAIL: {}, ETHEREUM: {} } as const,
});

export const CommentState = builder.enumType("CommentState", {
  values: {
    PENDING: { value: "pending", description: "Its author has not confirmed it." },
    HELD: { value: "held", description: "It waits for the owner." },
    PUBLISHED: { value: "published", description: "Readers see it." },
    REJECTED: { value: "rejected", description: "The owner hid it." },
  } as const,
});

export const CommentRef = builder.objectRef<CommentView>("Comment").implement({
  fields: (t) => ({
    id: t.exposeID("id"),
    publicationId: t.exposeID("publicationId"),
    publication: t.field({
      type: PublicationRef,
      nullable: true,
      resolve: ({ publicationId }, _args, { loaders }) => loaders.publication.load(publicationId),
    }),
    state: t.expose("state", { type: CommentState }),
    authType: t.expose("authType", { type: CommentAuthType }),
    authorName: t.exposeString("authorName"),
    authorAddress: t.expose("authorAddress", {
      type: "Address",
      nullable: true,
      description: "Of a wallet; a mail address is told to nobody.",
    }),
    body: t.exposeString("body", {
      description: "Markdown, as it was written: whoever shows it makes it safe.",
    }),
    timestamp: t.expose("timestamp", { type: "BigInt", description: "The second that is signed." }),
    createdAt: t.field({ type: "DateTime", resolve: ({ createdAt }) => new Date(createdAt).toISOString() }),
  }),
});
