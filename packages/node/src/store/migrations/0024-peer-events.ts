import type { DdlTraits, Migration } from "../database.ts";

/** Events of each node, with the signed messages, and the answers of nodes to the proof of a publication. */
export const peerEvents: Migration = {
  name: "0024-peer-events",
  statements: (ddl) => [
    peerEventsTable(ddl),
    "create index peer_events_of_address on peer_events (address, id)",
    `alter table outbox add column answer ${ddl.text}`,
    `alter table outbox add column answered_at ${ddl.integer}`,
    // Deliveries are receipts: they stay while there is room.
    "drop index outbox_finished",
    "create index outbox_prunable on outbox (finished_at) where state <> 'pending' and not (kind = 'publication' and state = 'done')",
  ],
};

const peerEventsTable = ({
  id,
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table peer_events (
  id ${id},
  address ${text} not null,
  kind ${text} not null,
  is_warning ${integer} not null check (is_warning in (0, 1)),
  url ${text},
  detail ${text} not null,
  proof ${text},
  created_at ${integer} not null
)${tableOptions}`;
