import { parseJson } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { parseCallTarget } from "../../domain/parse-address.ts";
import { parseMailTransport } from "../../mail/mail-transport.ts";
import type { Tx } from "../../store/database.ts";
import { deleteMeta, readMeta, writeMeta } from "../../store/meta.ts";
import { findTable } from "../../store/tables/list-tables.ts";
import { invalidBackup } from "./archive-format.ts";
import { createRowHold, type HeldCount, releaseHeldRows } from "./held-rows.ts";
import { insertRows, type Row, readRows, switchOnRows } from "./store/backup-tables.ts";

/** Services besides other nodes to which a node sends data, without any secret. */
export type OutsideServices = ReturnType<typeof describe>;

const target = z.string().refine((text) => parseCallTarget(text) !== null);
const moment = z.number().int().min(0).max(8.64e15);
const webhookSchema = z.object({ id: z.number().int(), url: target, events: z.string() });
const deviceSchema = z.object({ endpoint: target, p256dh: z.string(), auth: z.string(), createdAt: moment });

/** Services that a restore has switched off. Webhooks by id: their rows stay. */
const switchedOffSchema = z.object({
  webhooks: z.array(z.number().int()).refine((ids) => ids.length <= maxRowsOf("webhooks")),
  mailTransport: z.string().nullable(),
  pushDevices: z.array(deviceSchema).refine((devices) => devices.length <= maxRowsOf("push_subscriptions")),
});

type Webhook = z.infer<typeof webhookSchema>;
type SwitchedOff = z.infer<typeof switchedOffSchema>;

/** The most rows of a table that a node has; none where it lacks the module. */
const maxRowsOf = (table: "webhooks" | "push_subscriptions") => findTable(table)?.maxRows ?? 0;

const switchedOffKey = "restore.switched_off";
const mailKey = "setting.mailTransport";

/**
 * Takes the rows of a backup one by one and switches off what sends data to outside services. A checksum doesn't show who
 * made a backup, so the owner confirms first.
 */
export function createServiceSwitch(checkRow: (table: string, row: Row) => void) {
  const held = createRowHold(checkRow);
  const webhooks: Webhook[] = [];
  const wereOn = new Set<number>();
  const devices = new Map<string, SwitchedOff["pushDevices"][number]>();
  let deviceRows = 0;
  let mailTransport: string | null = null;

  function turnOffMeta(row: Row): Row | null {
    if (row.key === switchedOffKey) {
      // This backup was made of a restored node before its owner confirmed.
      const earlier = parse(switchedOffSchema, parseJson(String(row.value)));
      for (const id of earlier.webhooks) wereOn.add(id);
      for (const device of earlier.pushDevices) devices.set(device.endpoint, device);
      mailTransport = earlier.mailTransport;
      return null;
    }
    if (row.key !== mailKey || parseMailTransport(row.value) === null) return held.take("meta", row);
    mailTransport = String(row.value);
    return null;
  }

  return {
    /**
     * @returns the row to insert; null for none
     * @throws AppError BACKUP_INVALID for a row that no node would have written
     */
    turnOff(table: string, row: Row): Row | null {
      if (table === "meta") return turnOffMeta(row);
      if (table === "webhooks") {
        const webhook = parse(webhookSchema, row);
        if (webhooks.push(webhook) > maxRowsOf("webhooks"))
          throw invalidBackup("The backup holds more webhooks than a node has.");
        if (row.active === 1) wereOn.add(webhook.id);
        return { ...row, active: 0 };
      }
      // Its mails were queued on the node that the backup is of.
      if (table === "newsletter_issues" && (row.state === "writing" || row.state === "sending"))
        return { ...row, state: "stopped", finished_at: row.started_at ?? null };
      if (table !== "push_subscriptions") return held.take(table, row);
      const device = parse(deviceSchema, { ...row, createdAt: row.created_at });
      deviceRows += 1;
      if (deviceRows > maxRowsOf("push_subscriptions"))
        throw invalidBackup("The backup holds more push devices than a node has.");
      devices.set(device.endpoint, device);
      return null;
    },
    /** Writes the held rows at once, so that they do not grow in memory. */
    flush: (tx: Tx) => held.flush(tx, false),
    /** Saves the list of switched-off services, in the caller's transaction. @returns what that is */
    async save(tx: Tx): Promise<OutsideServices> {
      await held.flush(tx, true);
      const off = webhooks.filter(({ id }) => wereOn.has(id));
      const pushDevices = [...devices.values()].slice(-maxRowsOf("push_subscriptions"));
      if (off.length > 0 || pushDevices.length > 0 || mailTransport !== null) {
        const saved: SwitchedOff = { webhooks: off.map(({ id }) => id), mailTransport, pushDevices };
        await writeMeta(tx, switchedOffKey, JSON.stringify(saved));
      }
      return describe(off, mailTransport, pushDevices, held.counts());
    },
  };
}

/**
 * Switches on the services that a restore has switched off, except those that were replaced or deleted since.
 *
 * @returns the services that were switched on
 */
export async function switchServicesOn({ store }: Pick<Context, "store">): Promise<OutsideServices> {
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "push subscriptions");
    const held = await releaseHeldRows(tx);
    const saved = await readMeta(tx, switchedOffKey);
    if (saved === null) return describe([], null, [], held);
    const off = switchedOffSchema.parse(JSON.parse(saved));
    const hooks = (await switchOnRows(tx, "webhooks", off.webhooks)).map((row) => webhookSchema.parse(row));
    const mailTransport = (await readMeta(tx, mailKey)) === null ? off.mailTransport : null;
    if (mailTransport !== null) await writeMeta(tx, mailKey, mailTransport);
    const known = new Set<string>();
    const table = findTable("push_subscriptions");
    if (table) for await (const { endpoint } of readRows(tx, table)) known.add(String(endpoint));
    const devices = off.pushDevices
      .filter(({ endpoint }) => !known.has(endpoint))
      .slice(0, Math.max(0, maxRowsOf("push_subscriptions") - known.size));
    const rows = devices.map(({ createdAt, ...device }) => ({ ...device, created_at: createdAt }));
    if (table) await insertRows(tx, table, rows);
    await deleteMeta(tx, switchedOffKey);
    return describe(hooks, mailTransport, devices, held);
  });
}

function describe(
  webhooks: readonly Pick<Webhook, "url" | "events">[],
  mailTransport: string | null,
  devices: SwitchedOff["pushDevices"],
  held: readonly HeldCount[],
) {
  const mail = mailTransport === null ? null : parseMailTransport(mailTransport);
  return {
    webhooks: webhooks.map(({ url, events }) => ({ url, events: events.split(" ") })),
    mailServer: mail && { host: mail.host, port: mail.port, user: mail.login?.user ?? null },
    // The whole address of a push service is a secret, so show its host only.
    pushDevices: devices.map(({ endpoint, createdAt }) => ({
      service: new URL(endpoint).host,
      createdAt: new Date(createdAt).toISOString(),
    })),
    /** Everything else that calls somebody or changes the site's looks. */
    held,
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, success } = schema.safeParse(value);
  if (success) return data;
  throw invalidBackup("A webhook or a push device of the backup is malformed.");
}
