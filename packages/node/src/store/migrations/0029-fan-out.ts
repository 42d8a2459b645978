import type { DdlTraits, Migration } from "../database.ts";

/**
 * Adds the host to each delivery, because a host has a share of the workers, and many nodes may be at one host. Each waiting row
 * gets its own host.
 */
export const fanOut: Migration = {
  name: "0029-fan-out",
  statements: ({ text }: DdlTraits) => [
    `alter table outbox add column host ${text} not null default ''`,
    "update outbox set host = peer_address",
    // With the host in the peer's place, so that a claim reads the index alone.
    "drop index outbox_due",
    "create index outbox_due on outbox (state, next_try_at, id, host, expires_at)",
    "create index outbox_of_host on outbox (state, host, next_try_at, id, expires_at)",
  ],
};
