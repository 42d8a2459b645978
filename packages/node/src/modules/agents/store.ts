import type { Selectable } from "kysely";
import type { Reader, Tx } from "../../store/database.ts";
import type { Publication } from "../../store/publications/publications.ts";
import { countRows, findRow } from "../../store/query-results.ts";
import { type PublicationKind, publicationColumns } from "../../store/tables/publications.ts";
import { type AgentDraftState, type AgentDraftsTable, agentDraftColumns } from "./tables.ts";

/** A draft that a program wrote. Times in ms. */
export type AgentDraft = Selectable<AgentDraftsTable>;

/** The same with the publication of the draft. */
export interface AgentDraftWithPublication {
  readonly draft: AgentDraft;
  readonly publication: Publication;
}

export async function insertAgentDraft(tx: Tx, draft: AgentDraft): Promise<void> {
  await tx.insertInto("agent_drafts").values(draft).execute();
}

export function findAgentDraft(db: Reader, publicationId: number): Promise<AgentDraft | null> {
  return findRow(
    db.selectFrom("agent_drafts").select(agentDraftColumns).where("publicationId", "=", publicationId),
  );
}

export async function updateAgentDraft(
  tx: Tx,
  publicationId: number,
  changes: Partial<Omit<AgentDraft, "publicationId" | "tokenId">>,
): Promise<void> {
  await tx.updateTable("agent_drafts").set(changes).where("publicationId", "=", publicationId).execute();
}

/** The drafts of a program, or of all (`tokenId` null), in a state; newest first, after the id `after`. */
export async function listAgentDrafts(
  db: Reader,
  {
    tokenId,
    state,
    limit,
    after,
  }: { tokenId: string | null; state: AgentDraftState | null; limit: number; after?: number },
): Promise<AgentDraftWithPublication[]> {
  let query = db
    .selectFrom("agent_drafts")
    .innerJoin("publications", "publications.id", "agent_drafts.publicationId")
    .select(["agent_drafts.publicationId as id"])
    .where("publications.kind", "=", "POST");
  if (tokenId !== null) query = query.where("agent_drafts.tokenId", "=", tokenId);
  // A published draft is no longer a proposal.
  if (state !== null) {
    query = query.where("agent_drafts.state", "=", state).where("publications.state", "=", "draft");
  }
  if (after !== undefined) query = query.where("agent_drafts.publicationId", "<", after);
  const found = await query.orderBy("agent_drafts.publicationId", "desc").limit(limit).execute();
  return await readAgentDrafts(
    db,
    found.map(({ id }) => id),
  );
}

async function readAgentDrafts(db: Reader, ids: readonly number[]): Promise<AgentDraftWithPublication[]> {
  if (ids.length === 0) return [];
  const drafts = await db
    .selectFrom("agent_drafts")
    .select(agentDraftColumns)
    .where("publicationId", "in", ids)
    .execute();
  const publications = await db
    .selectFrom("publications")
    .select(publicationColumns)
    .where("id", "in", ids)
    .execute();
  return ids.flatMap((id) => {
    const draft = drafts.find((row) => row.publicationId === id);
    const publication = publications.find((row) => row.id === id);
    return draft && publication ? [{ draft, publication }] : [];
  });
}

/** How many drafts of a program, or of all, are in one of these states and not published. */
export function countAgentDrafts(
  db: Reader,
  {
    tokenId,
    states,
    kind,
  }: { tokenId: string | null; states: readonly AgentDraftState[]; kind: PublicationKind },
): Promise<number> {
  let query = db
    .selectFrom("agent_drafts")
    .innerJoin("publications", "publications.id", "agent_drafts.publicationId")
    .where("publications.kind", "=", kind)
    .where("publications.state", "=", "draft")
    .where("agent_drafts.state", "in", states);
  if (tokenId !== null) query = query.where("agent_drafts.tokenId", "=", tokenId);
  return countRows(query);
}
