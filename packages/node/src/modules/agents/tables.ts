import type { Hex } from "@freehold/protocol";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    agent_drafts: AgentDraftsTable;
  }
}

/** `draft`: the program works on it. `proposed`: it waits for the owner. `declined`: the owner does not want it so. */
export type AgentDraftState = "draft" | "proposed" | "declined";

/** Drafts that programs wrote, and the files in them. */
const agentDraftsTable = {
  publicationId: column<number>(),
  /** The program that the draft belongs to. */
  tokenId: column<string>(),
  /** The name of the token when the draft was begun. */
  agent: column<string>(),
  state: column<AgentDraftState>(),
  /** The `updated_at` that the program's last change gave: another one means that the owner changed it since. */
  revision: column<number>(),
  /** The program's message to the owner. */
  note: column<string>(),
  /** The owner's message to the program. */
  reason: column<string>(),
  /** The content that was declined last. */
  declinedHash: column<Hex | null>(),
  proposedAt: column<number | null>(),
  decidedAt: column<number | null>(),
};
export type AgentDraftsTable = typeof agentDraftsTable;
export const agentDraftColumns = columnsOf(agentDraftsTable);

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  agent_drafts: {
    key: ["publication_id"],
    inBackup: true,
    isPrivate: true,
    times: { proposed_at: "event", decided_at: "event" },
    trash: [{ of: "publication", column: "publication_id", row: "gone" }],
    calls: null,
  },
};
