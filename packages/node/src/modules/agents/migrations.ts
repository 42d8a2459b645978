import type { DdlTraits, Migration } from "../../store/database.ts";

/** Drafts that programs wrote with a token of their own, and the results of their proposals. */
const agentDrafts: Migration = {
  name: "0018-agent-drafts",
  statements: (ddl) => [
    agentDraftsTable(ddl),
    "create index agent_drafts_of_token on agent_drafts (token_id, state)",
    "create index agent_drafts_by_state on agent_drafts (state, publication_id)",
  ],
};

const agentDraftsTable = ({ integer, text, tableOptions }: DdlTraits): string => `create table agent_drafts (
  publication_id ${integer} primary key references publications (id) on delete cascade,
  token_id ${text} not null,
  agent ${text} not null,
  state ${text} not null,
  revision ${integer} not null,
  note ${text} not null,
  reason ${text} not null,
  declined_hash ${text},
  proposed_at ${integer},
  decided_at ${integer}
)${tableOptions}`;

/** The migrations of the module's tables. */
export const migrations: readonly Migration[] = [agentDrafts];
