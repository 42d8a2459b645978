import type { Context } from "../../context.ts";
import { type Page, type PageRequest, readPageById } from "../../domain/paging.ts";
import { readTitle } from "../../domain/search/searchable-text.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { emit } from "../../store/events.ts";
import { lockPublication } from "../../store/publications/lock-publication.ts";
import { findPublication } from "../../store/publications/publications.ts";
import {
  type Agent,
  type AgentDraftView,
  readAgentDraft,
  readAgentDraftText,
  requireOpenDraft,
  requireRoom,
  toAgentDraftView,
} from "./drafts.ts";
import { agentLimits } from "./limits.ts";
import { countAgentDrafts, findAgentDraft, listAgentDrafts, updateAgentDraft } from "./store.ts";

type Needs = Pick<Context, "store" | "blobs" | "clock">;

declare module "../../store/events.ts" {
  interface NodeEvents {
    /** A program proposes a draft to the owner. */
    "draft.proposed": { readonly publicationId: number; readonly agent: string; readonly title: string };
  }
}

/**
 * Proposes a draft to the owner, who alone signs and publishes. Until it is withdrawn or declined, the program can't change
 * it: the owner reads the text that was proposed.
 *
 * @param input `revision`: as the program read it; `note`: what the owner should know
 * @throws AppError NOT_FOUND, CONFLICT (proposed already, the owner's now, changed since), TOO_MANY, VALIDATION_FAILED
 */
export async function proposeDraft(
  context: Needs,
  { id, revision, note }: { id: number; revision: number; note: string },
  agent: Agent,
): Promise<AgentDraftView> {
  const { store, clock } = context;
  const line = checkText(note, agentLimits.noteLength, "A note");
  const view = await readAgentDraft(context, id, agent);
  const title = readTitle((await readAgentDraftText(context, view, agent)) ?? "");
  await store.transaction(async (tx) => {
    await requireRoom(context, tx, agent, "proposals");
    await lockPublication(tx, id);
    const draft = await requireOpenDraft(tx, id, agent);
    if (draft.revision !== revision) {
      throw new AppError("CONFLICT", "This draft was changed after you read it. Read it again.");
    }
    if (draft.state === "declined") await requireRoom(context, tx, agent, "drafts");
    const now = clock.now();
    await updateAgentDraft(tx, id, { state: "proposed", note: line, proposedAt: now, decidedAt: null });
    await emit(tx, "draft.proposed", { publicationId: id, agent: draft.agent, title, now });
  });
  return await readAgentDraft(context, id, agent);
}

/** Takes a proposal back, so that its program can change it. @throws AppError NOT_FOUND, CONFLICT where it does not wait */
export async function withdrawProposal(context: Needs, id: number, agent: Agent): Promise<AgentDraftView> {
  const { store } = context;
  await store.transaction(async (tx) => {
    await lockPublication(tx, id);
    const draft = await findAgentDraft(tx, id);
    if (draft?.tokenId !== agent.tokenId) {
      throw new AppError("NOT_FOUND", "There is no such draft of this program.");
    }
    const publication = await findPublication(tx, id);
    const isOpen = publication?.state === "draft" && publication.updatedAt === draft.revision;
    if (draft.state !== "proposed" || !isOpen) {
      throw new AppError("CONFLICT", "This draft no longer waits for the owner.");
    }
    await updateAgentDraft(tx, id, { state: "draft", proposedAt: null });
  });
  return await readAgentDraft(context, id, agent);
}

/**
 * Declines a proposal, for the owner. The draft stays until the owner deletes it, and its program reads the reason.
 *
 * @throws AppError NOT_FOUND, CONFLICT where it does not wait
 */
export async function declineProposal(
  context: Needs,
  { id, reason }: { id: number; reason: string },
): Promise<AgentDraftView> {
  const { store, clock } = context;
  const line = checkText(reason, agentLimits.reasonLength, "A reason");
  return await store.transaction(async (tx) => {
    await lockPublication(tx, id);
    const [draft, publication] = [await findAgentDraft(tx, id), await findPublication(tx, id)];
    if (!draft || !publication) throw new AppError("NOT_FOUND", msg`There is no proposal ${id}.`);
    if (draft.state !== "proposed" || publication.state !== "draft") {
      throw new AppError("CONFLICT", "This proposal is no longer open.");
    }
    const changes = {
      state: "declined" as const,
      reason: line,
      declinedHash: publication.contentHash,
      decidedAt: clock.now(),
    };
    await updateAgentDraft(tx, id, changes);
    return toAgentDraftView({ draft: { ...draft, ...changes }, publication });
  });
}

/** The drafts that wait for the owner, newest first. @throws AppError VALIDATION_FAILED as `readPage` */
export async function readProposals(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<AgentDraftView>> {
  return await readPageById(request, async (page) =>
    (await listAgentDrafts(store.db, { tokenId: null, state: "proposed", ...page })).map(toAgentDraftView),
  );
}

/** How many proposals wait for the owner. */
export function countProposals({ store }: Pick<Context, "store">): Promise<number> {
  return countAgentDrafts(store.db, { tokenId: null, states: ["proposed"], kind: "POST" });
}

/** @returns it without white space around it. @throws AppError VALIDATION_FAILED */
function checkText(text: string, longest: number, what: string): string {
  const trimmed = text.trim();
  if (trimmed.isWellFormed() && !trimmed.includes("\0") && [...trimmed].length <= longest) return trimmed;
  throw new AppError("VALIDATION_FAILED", msg`${what} can have up to ${longest} characters.`);
}
