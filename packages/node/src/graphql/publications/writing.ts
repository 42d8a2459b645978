import { Readable } from "node:stream";
import type { Caller } from "../../domain/access/callers.ts";
import { createPublication } from "../../domain/publications/create.ts";
import { saveDraft } from "../../domain/publications/save-draft.ts";
import { schedulePublication } from "../../domain/publications/schedule.ts";
import type { SlugClaim } from "../../domain/publications/slugs.ts";
import { cleanStoredPicture } from "../../domain/publications/texts/clean-stored-picture.ts";
import { updatePublication } from "../../domain/publications/update.ts";
import { describeWritten, requireSeen } from "../../domain/publications/visible.ts";
import { AppError } from "../../errors/errors.ts";
import { parseId, type Upload } from "../builder.ts";
import { defineEnum } from "../define-types.ts";
import { addMutation } from "../operations.ts";
import { PublicationRef, PublicationType } from "./publications.ts";

const OpenState = defineEnum(
  "OpenPublicationState",
  ["draft", "local"],
  "The states of unsigned publications.",
);

const takeSlug =
  "Whether to take over a slug that was the address of another publication (SLUG_TAKEN with the reason OLD_ADDRESS). Only a session may.";

addMutation("createPublication", {
  type: PublicationRef,
  access: "create:publications",
  cost: 20,
  description: "Publishes on the owner's site, or saves a draft. Signing is a separate step.",
  input: (t) => ({
    type: t.field({ type: PublicationType, required: true }),
    body: t.string({ description: "The Markdown of a post; send a long one as a file." }),
    file: t.field({ type: "Upload", description: "The bytes of a file, or of a post." }),
    description: t.string({ description: "The caption of a file." }),
    slug: t.string(),
    state: t.field({ type: OpenState, description: "LOCAL by default." }),
    takeSlug: t.boolean({ description: takeSlug }),
    keepMetadata: t.boolean({
      description:
        "Whether a picture is published with its location and camera data, as it is. They are removed by default.",
    }),
  }),
  resolve: async (input, { node, signal, caller }) => {
    const { type: kind, description, slug } = input;
    const labels = { description: description ?? null, slug: slug || null, ...claimOf(input, caller) };
    const state = input.state ?? "local";
    const bytes = bytesOf(input.body, input.file);
    const keepMetadata = input.keepMetadata === true;
    const created = await createPublication(node, { kind, state, keepMetadata, ...labels, ...bytes }, signal);
    return { ...(await describeWritten(node, created)), removedMetadata: created.removedMetadata };
  },
});

/** How a caller asks for a slug. @throws AppError FORBIDDEN for a program: an address is taken over by the owner's word */
function claimOf(
  { takeSlug: takes }: { takeSlug?: boolean | null | undefined },
  { kind }: Caller,
): SlugClaim {
  if (takes && kind !== "client") {
    throw new AppError("FORBIDDEN", "Only the owner takes over the address of another publication.");
  }
  return { takesSlug: takes === true, ignoresDrafts: kind !== "client" };
}

/** @throws AppError VALIDATION_FAILED unless exactly one of the two is given */
function bytesOf(body: string | null | undefined, file: Upload | null | undefined): Upload {
  const text = typeof body === "string" && body !== "" ? body : null;
  if (file && text === null) return file;
  if (text !== null && !file) {
    return { source: Readable.from([Buffer.from(text)]), filename: null, mediaType: null };
  }
  throw new AppError("VALIDATION_FAILED", "A publication has either a body or a file.");
}

addMutation("updatePublication", {
  type: PublicationRef,
  access: "update:publications",
  cost: 20,
  description:
    "Changes a draft or a local publication; a signed one never changes. Only a session can change drafts.",
  inputDescription: "An absent field stays unchanged.",
  input: (t) => ({
    id: t.id({ required: true }),
    body: t.string(),
    slug: t.string({ description: "Null for none." }),
    description: t.string({ description: "The caption of a file; null for none." }),
    state: t.field({ type: OpenState }),
    revision: t.field({ type: "BigInt", description: "The revision on which the change is based." }),
    takeSlug: t.boolean({ description: takeSlug }),
  }),
  resolve: async (input, { node, caller }) => {
    const { body, slug, description, state, revision } = input;
    const id = parseId(input.id);
    await requireSeen(node, id, caller);
    const changes = {
      ...claimOf(input, caller),
      ...(typeof body === "string" && { body }),
      ...(slug !== undefined && { slug: slug || null }),
      ...(description !== undefined && { description }),
      ...(state && { state }),
      ...(typeof revision === "number" && { revision }),
    };
    return describeWritten(node, await updatePublication(node, id, changes));
  },
});

addMutation("removePictureMetadata", {
  type: PublicationRef,
  access: "owner",
  cost: 500,
  description:
    "Removes the location, camera data and the like of a picture that is not signed. Its hash changes; unsigned posts that show it follow. PICTURE_SIGNED for one that is signed, or that a signed post shows.",
  input: (t) => ({ id: t.id({ required: true }) }),
  resolve: async ({ id }, { node, signal }) => {
    const { publication, removed } = await cleanStoredPicture(node, parseId(id), signal);
    return { ...(await describeWritten(node, publication)), removedMetadata: removed };
  },
});

addMutation("saveDraft", {
  type: PublicationRef,
  access: "owner",
  cost: 20,
  description:
    "Saves the text of an editor while the owner writes: of a draft, or as the changes of a post on the site, which its readers see once they are published.",
  input: (t) => ({
    id: t.id({ description: "Null for a new draft." }),
    body: t.string({ required: true }),
    slug: t.string(),
    revision: t.field({
      type: "BigInt",
      description:
        "The revision of the draft, or of the changes; without these, of the published post. Null for a new draft.",
    }),
    keepsVersion: t.boolean({
      description: "Whether the replaced text is kept in the history in any case.",
    }),
    takeSlug: t.boolean({ description: takeSlug }),
  }),
  resolve: async ({ id, body, slug, revision, keepsVersion, takeSlug: takes }, { node }) => {
    const key = {
      id: id ? parseId(id) : null,
      revision: revision ?? null,
      keepsVersion: keepsVersion === true,
      takesSlug: takes === true,
    };
    const row = await saveDraft(node, { ...key, body, ...(slug !== undefined && { slug: slug || null }) });
    return describeWritten(node, row);
  },
});

addMutation("schedulePublication", {
  type: PublicationRef,
  nullable: true,
  access: "owner",
  description: "Publishes a draft on the owner's site at a given time. It is not signed.",
  input: (t) => ({
    id: t.id({ required: true }),
    at: t.field({ type: "DateTime", description: "Null cancels it." }),
  }),
  resolve: async ({ id, at }, { node, loaders }) => {
    await schedulePublication(node, parseId(id), at ?? null);
    return loaders.publication.load(parseId(id));
  },
});
