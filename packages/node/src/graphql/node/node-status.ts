import { readInstallation } from "../../domain/installation/install.ts";
import { readNewerVersion } from "../../domain/newer-version.ts";
import { countOutbox } from "../../domain/outbox.ts";
import { defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";

const OutboxCounts = defineObject<Awaited<ReturnType<typeof countOutbox>>>("OutboxCounts", {
  description: "The number of outbox entries in each state.",
  fields: { pending: "Int!", done: "Int!", refused: "Int!", expired: "Int!" },
});

const NodeStatus = defineObject<{ installed: boolean; installedAt: string | null }>("NodeStatus", {
  fields: { installed: "Boolean!", installedAt: "DateTime" },
  computed: (t) => ({
    ewpVersion: t.string({ resolve: () => "1" }),
    outbox: t.field({
      type: OutboxCounts,
      nullable: true,
      access: "manage:connections",
      resolve: (_status, _args, { node }) => countOutbox(node),
    }),
    newerVersion: t.string({
      nullable: true,
      access: "owner",
      description: "The newest version of Freehold, if it is newer than this node's.",
      resolve: (_status, _args, { node }) => readNewerVersion(node),
    }),
  }),
});

addQuery("nodeStatus", {
  type: NodeStatus,
  access: "public",
  resolve: (_args, { node }) => readInstallation(node),
});
