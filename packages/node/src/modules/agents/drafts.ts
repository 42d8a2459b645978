import { Readable } from "node:stream";
import { addressOfContents } from "@freehold/protocol";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import type { Caller } from "../../domain/access/callers.ts";
import { readMarkdown } from "../../domain/contents/read-markdown.ts";
import { limits } from "../../domain/limits.ts";
import { type Page, type PageRequest, readPageById } from "../../domain/paging.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { createPublication } from "../../domain/publications/create.ts";
import { addVersionLink, findSignedNewest } from "../../domain/publications/texts/new-version.ts";
import { updatePublication } from "../../domain/publications/update.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { findContent } from "../../store/contents.ts";
import type { Tx } from "../../store/database.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { findSignedPublication } from "../../store/publications/signed-publications.ts";
import { agentLimits } from "./limits.ts";
import {
  type AgentDraft,
  type AgentDraftWithPublication,
  countAgentDrafts,
  findAgentDraft,
  insertAgentDraft,
  listAgentDrafts,
  updateAgentDraft,
} from "./store.ts";

/** A program with a token. */
export type Agent = Extract<Caller, { kind: "integration" }>;

type Needs = Pick<Context, "store" | "blobs" | "clock" | "config" | "owner">;

/** The state of a draft. `taken`: the owner has changed it; `published`: the owner has published it. */
export type AgentDraftViewState = AgentDraft["state"] | "taken" | "published";

/** A draft that a program wrote, for this program and for the owner. Times are ISO 8601 UTC. */
export interface AgentDraftView {
  readonly id: number;
  readonly agent: string;
  readonly state: AgentDraftViewState;
  readonly slug: string | null;
  /** Sent back with a change; see `updatePublication`. */
  readonly revision: number;
  readonly note: string;
  readonly reason: string;
  /** Whether the text differs from the declined one. */
  readonly isRevised: boolean;
  readonly createdAt: string;
  readonly proposedAt: string | null;
  readonly decidedAt: string | null;
  readonly publication: Publication;
}

/** @throws AppError FORBIDDEN for a caller that is not a program: the owner's drafts do not belong to an agent */
export function requireAgent(caller: Caller): Agent {
  if (caller.kind === "integration") return caller;
  throw new AppError("FORBIDDEN", "Only a program with a token of its own has such drafts.");
}

/** Describes a draft to the owner, or to the program that wrote it. */
export function toAgentDraftView({ draft, publication }: AgentDraftWithPublication): AgentDraftView {
  const { agent, note, reason, declinedHash, proposedAt, decidedAt } = draft;
  return {
    id: publication.id,
    agent,
    note,
    reason,
    publication,
    state: stateOf(draft, publication),
    slug: publication.slug,
    revision: publication.updatedAt,
    isRevised: declinedHash !== null && declinedHash !== publication.contentHash,
    createdAt: new Date(publication.createdAt).toISOString(),
    proposedAt: proposedAt === null ? null : new Date(proposedAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
  };
}

function stateOf(draft: AgentDraft, { state, updatedAt }: Publication): AgentDraftViewState {
  if (state !== "draft") return "published";
  return updatedAt === draft.revision ? draft.state : "taken";
}

/** A program's own drafts, newest first. @throws AppError VALIDATION_FAILED as `readPage` */
export async function readAgentDrafts(
  { store }: Pick<Context, "store">,
  request: PageRequest,
  { tokenId }: Agent,
): Promise<Page<AgentDraftView>> {
  return await readPageById(request, async (page) =>
    (await listAgentDrafts(store.db, { tokenId, state: null, ...page })).map(toAgentDraftView),
  );
}

/** One draft, for its program or the owner. @throws AppError NOT_FOUND, also for one of another program */
export async function readAgentDraft(
  { store }: Pick<Context, "store">,
  id: number,
  caller: Caller,
): Promise<AgentDraftView> {
  const draft = await findAgentDraft(store.db, id);
  const publication = draft && (await findPublication(store.db, id));
  const isOwn =
    caller.kind === "client" || (caller.kind === "integration" && caller.tokenId === draft?.tokenId);
  if (!draft || !publication || !isOwn || publication.kind !== "POST") throw notFound();
  return toAgentDraftView({ draft, publication });
}

function notFound(): AppError {
  return new AppError("NOT_FOUND", "There is no such draft of this program.");
}

/**
 * The text of a draft. What the owner wrote into it is not for its program: null for that, and for bytes that are missing.
 */
export async function readAgentDraftText(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  { publication, state }: AgentDraftView,
  caller: Caller,
): Promise<string | null> {
  if (state === "taken" && caller.kind !== "client") return null;
  const { kind, contentHash } = publication;
  const size = (await findContent(store.db, contentHash))?.size ?? 0;
  return await readMarkdown({ blobs }, { kind, contentHash, size }, limits.markdownBytes);
}

/** The text of a program's draft. `id` and `revision` are null for a new one. */
interface AgentText {
  readonly id: number | null;
  /** Markdown. */
  readonly body: string;
  readonly slug?: string | null;
  /** The signed post that the text is a new version of; without one a draft that is a version stays one. */
  readonly replaces?: number | null;
  readonly revision: number | null;
}

/**
 * Saves a draft of a program. It changes only what it wrote itself: nothing that waits for the owner, and nothing that
 * the owner changed since.
 *
 * @throws AppError NOT_FOUND, CONFLICT (it waits for the owner, is the owner's now, or was changed since `revision`), TOO_MANY,
 *   and all of `createPublication` and `findSignedNewest`
 */
export async function saveAgentDraft(
  context: Needs,
  { id, body, slug, replaces = null, revision }: AgentText,
  agent: Agent,
): Promise<AgentDraftView> {
  // An editor makes all line ends the same, and the signed text must be the shown one.
  const plain = body.replace(/\r\n?/g, "\n");
  const replaced =
    replaces === null ? await findReplaced(context, id) : await findSignedNewest(context, replaces, agent);
  const text = replaced === null ? plain : await addVersionLink(context, plain, replaced);
  const labels = { ignoresDrafts: true, ...(slug !== undefined && { slug }) };
  if (id === null) {
    const source = Readable.from([Buffer.from(text)]);
    const alongside = (tx: Tx, publication: Publication) => addDraft(context, tx, publication, agent);
    const made = await createPublication(context, {
      kind: "POST",
      state: "draft",
      source,
      ...labels,
      alongside,
    });
    return await readAgentDraft(context, made.id, agent);
  }
  if (revision === null) {
    throw new AppError("VALIDATION_FAILED", "A draft is changed with the revision that it was read with.");
  }
  await requireOpenDraft(context.store.db, id, agent);
  const before = await findAgentDraft(context.store.db, id);
  await updatePublication(context, id, {
    body: text,
    revision,
    ...labels,
    // The declined text is kept, so that the owner can compare it with the next one.
    keepsVersion: before?.state === "declined",
    async alongside(tx, { updatedAt }) {
      const draft = await requireOpenDraft(tx, id, agent, revision);
      if (draft.state === "declined") await requireRoom(context, tx, agent, "drafts");
      await updateAgentDraft(tx, id, { revision: updatedAt, state: "draft" });
    },
  });
  return await readAgentDraft(context, id, agent);
}

/** The signed post of which a draft is a new version; null if there is none. */
export async function findReplaced(
  { store }: Pick<Context, "store">,
  id: number | null,
): Promise<Publication | null> {
  const draft = id === null ? null : await findPublication(store.db, id);
  if (!draft || draft.replaces === null) return null;
  return await findSignedPublication(store.db, draft.publisherAddress, draft.replaces, null);
}

/**
 * @param revision of the publication before the transaction that asks; without one the publication is read
 * @throws AppError NOT_FOUND, CONFLICT
 */
export async function requireOpenDraft(
  db: Tx | Context["store"]["db"],
  id: number,
  { tokenId }: Agent,
  revision?: number,
): Promise<AgentDraft> {
  const draft = await findAgentDraft(db, id);
  if (draft?.tokenId !== tokenId) throw notFound();
  if (draft.state === "proposed") {
    throw new AppError("CONFLICT", "This draft waits for the owner. Withdraw it before you change it.");
  }
  const publication = revision === undefined ? await findPublication(db, id) : null;
  if (publication && publication.state !== "draft") {
    throw new AppError("CONFLICT", "The owner published this draft. It can't be changed.");
  }
  if ((revision ?? publication?.updatedAt) !== draft.revision) {
    throw new AppError("CONFLICT", "The owner has changed this draft. Start another one.");
  }
  return draft;
}

async function addDraft(
  context: Pick<Context, "store">,
  tx: Tx,
  { id, kind, updatedAt }: Publication,
  agent: Agent,
): Promise<void> {
  await requireRoom(context, tx, agent, kind === "POST" ? "drafts" : "pictures");
  await insertAgentDraft(tx, {
    publicationId: id,
    tokenId: agent.tokenId,
    agent: agent.label,
    revision: updatedAt,
    state: "draft",
    note: "",
    reason: "",
    declinedHash: null,
    proposedAt: null,
    decidedAt: null,
  });
}

/** @throws AppError TOO_MANY for a program at its limit. The transaction holds a lock from here on. */
export async function requireRoom(
  { store }: Pick<Context, "store">,
  tx: Tx,
  { tokenId }: Agent,
  what: "drafts" | "proposals" | "pictures",
): Promise<void> {
  await store.dialect.lock(tx, "agent-drafts");
  const kind = what === "pictures" ? "FILE" : "POST";
  const states = what === "proposals" ? (["proposed"] as const) : (["draft", "proposed"] as const);
  if ((await countAgentDrafts(tx, { tokenId, states, kind })) < agentLimits[what]) return;
  throw new AppError(
    "TOO_MANY",
    msg`This program has ${agentLimits[what]} ${what} here. The owner has to review them first.`,
  );
}

const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];

/** A picture for the text of a draft. */
interface AgentPicture {
  readonly bytes: Uint8Array;
  readonly filename: string;
  /** The description for readers who can't see the picture. */
  readonly description: string;
}

/**
 * Stores a picture that a program wants to show in a draft. Only the owner sees it until the text is published.
 *
 * @returns its place in a text
 * @throws AppError VALIDATION_FAILED if it is not a picture or has no description, TOO_LARGE, TOO_MANY
 */
export async function attachPicture(
  context: Needs,
  { bytes, filename, description }: AgentPicture,
  agent: Agent,
): Promise<{ id: number; contentHash: Publication["contentHash"]; description: string; address: string }> {
  const maxBytes = agentLimits.pictureBytes;
  if (bytes.length > maxBytes) {
    throw new AppError("TOO_LARGE", msg`A picture has up to ${maxBytes} bytes.`, { maxBytes });
  }
  if (description.trim() === "") {
    throw new AppError("VALIDATION_FAILED", "A picture needs a description, for those who don't see it.");
  }
  const mediaType = await sniffMediaType(bytes, null, null);
  if (!pictureTypes.includes(mediaType)) {
    throw new AppError("VALIDATION_FAILED", msg`A picture is one of ${pictureTypes.join(", ")}.`);
  }
  const { id, contentHash } = await createPublication(context, {
    kind: "FILE",
    state: "draft",
    source: Readable.from([bytes]),
    mediaType,
    filename,
    description: description.trim(),
    alongside: (tx, publication) => addDraft(context, tx, publication, agent),
  });
  const { url } = await requireOwner(context);
  return { id, contentHash, description: description.trim(), address: addressOfContents(url, contentHash) };
}
