import { requireOwner } from "../domain/installation/owner.ts";
import { readQuoted } from "../domain/publications/references.ts";
import { listMedia, readTimelinePage } from "../domain/publications/timeline.ts";
import { findVisiblePublication, type PublicationKey } from "../domain/publications/visible.ts";
import { AppError } from "../errors.ts";
import { builder } from "./builder.ts";
import { pageArgs, toPageRequest } from "./connection.ts";
import { parseId } from "./parse-id.ts";
import {
  PublicationConnection,
  PublicationRef,
  PublicationState,
  PublicationType,
  QuotedRef,
} from "./publication.ts";

builder.queryField("publication", (t) =>
  t.field({
    type: PublicationRef,
    nullable: true,
    access: "public",
    description: "One publication, by one of these; null when there is none that the caller may see.",
    args: { id: t.arg.id(), slug: t.arg.string(), contentHash: t.arg({ type: "ContentHash" }) },
    resolve: (_root, args, { node, caller }) => findVisiblePublication(node, toKey(args), caller),
  }),
);

interface KeyArgs {
  id?: string | null | undefined;
  slug?: string | null | undefined;
  contentHash?: string | null | undefined;
}

/** @throws AppError VALIDATION_FAILED unless exactly one is given */
function toKey({ id, slug, contentHash }: KeyArgs): PublicationKey {
  const keys: PublicationKey[] = [];
  if (id) keys.push({ id: parseId(id) });
  if (slug) keys.push({ slug });
  if (contentHash) keys.push({ contentHash });
  const [key] = keys;
  if (key && keys.length === 1) return key;
  throw new AppError("VALIDATION_FAILED", "A publication is asked for by one of id, slug and contentHash.");
}

builder.queryField("publications", (t) =>
  t.field({
    type: PublicationConnection,
    access: "public",
    description: "The owner's own, newest first. Drafts come when the owner asks for them.",
    args: {
      ...pageArgs(t),
      types: t.arg({ type: [PublicationType] }),
      states: t.arg({ type: [PublicationState], description: "LOCAL and SIGNED by default." }),
      tag: t.arg.string(),
    },
    resolve: async (_root, { types, states, tag, ...page }, { node, caller }) => {
      const { address } = await requireOwner(node);
      const filter = { kinds: types ?? null, states: states ?? null, tag: tag ?? null };
      return readTimelinePage(node, { ...toPageRequest(page), ...filter, publisher: address, caller });
    },
  }),
);

builder.queryField("timeline", (t) =>
  t.field({
    type: PublicationConnection,
    access: "read:timeline",
    description: "The owner's own and those of everybody who is followed, newest first.",
    args: {
      ...pageArgs(t),
      publisher: t.arg({ type: "Address" }),
      types: t.arg({ type: [PublicationType] }),
      states: t.arg({ type: [PublicationState], description: "LOCAL and SIGNED by default." }),
      tag: t.arg.string(),
    },
    resolve: (_root, { publisher, types, states, tag, ...page }, { node, caller }) => {
      const filter = { publisher: publisher ?? null, kinds: types ?? null, states: states ?? null };
      return readTimelinePage(node, { ...toPageRequest(page), ...filter, tag: tag ?? null, caller });
    },
  }),
);

builder.queryField("media", (t) =>
  t.field({
    type: PublicationConnection,
    access: "owner",
    description: "The owner's files in every state, newest first.",
    args: pageArgs(t),
    resolve: (_root, page, { node }) => listMedia(node, toPageRequest(page)),
  }),
);

builder.queryField("quoted", (t) =>
  t.field({
    type: [QuotedRef],
    access: "read:timeline",
    cost: 50,
    description: "Those publications that addresses in a text lead to, as far as they are kept here.",
    args: { addresses: t.arg.stringList({ required: true, description: "Up to 50." }) },
    resolve: (_root, { addresses }, { node, caller }) => readQuoted(node, { addresses, caller }),
  }),
);
