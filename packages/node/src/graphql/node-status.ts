import { readInstallation } from "../domain/installation/owner.ts";
import { countOutbox } from "../domain/outbox.ts";
import { builder } from "./builder.ts";

interface Status {
  installed: boolean;
  installedAt: string | null;
}

const OutboxCounts = builder.objectRef<Awaited<ReturnType<typeof countOutbox>>>("OutboxCounts").implement({
  description: "How much other nodes were told, or are to be told.",
  fields: (t) => ({
    pending: t.exposeInt("pending"),
    done: t.exposeInt("done"),
    refused: t.exposeInt("refused"),
    expired: t.exposeInt("expired"),
  }),
});

const NodeStatus = builder.objectRef<Status>("NodeStatus").implement({
  fields: (t) => ({
    installed: t.exposeBoolean("installed"),
    installedAt: t.expose("installedAt", { type: "DateTime", nullable: true }),
    ewpVersion: t.string({ resolve: () => "1" }),
    outbox: t.field({
      type: OutboxCounts,
      nullable: true,
      access: "manage:connections",
      resolve: (_status, _args, { node }) => countOutbox(node),
    }),
  }),
});

builder.queryField("nodeStatus", (t) =>
  t.field({
    type: NodeStatus,
    access: "public",
    resolve: (_root, _args, { node }) => readInstallation(node),
  }),
);
