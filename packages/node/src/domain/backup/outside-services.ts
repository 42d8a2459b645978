import { z } from "zod";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { parseMailTransport } from "../../mail/mail-transport.ts";
import type { Row } from "../../store/backup-tables.ts";
import type { Tx } from "../../store/database.ts";
import { deleteMeta, readMeta, writeMeta } from "../../store/meta.ts";
import { listPushSubscriptions, savePushSubscription } from "../../store/notifications.ts";
import { listWebhooks, updateWebhook } from "../../store/webhooks.ts";
import { limits } from "../limits.ts";
import { parseCallTarget } from "../parse-address.ts";

/** Where a node sends things besides other nodes, as its owner knows it again: without any secret. */
export interface OutsideServices {
  readonly webhooks: readonly { readonly url: string; readonly events: readonly string[] }[];
  readonly mailServer: { readonly host: string; readonly port: number; readonly user: string | null } | null;
  /** Of its push service the host alone, since the whole address is a secret; ISO 8601 UTC. */
  readonly pushDevices: readonly { readonly service: string; readonly createdAt: string }[];
}

const target = z.string().refine((text) => parseCallTarget(text) !== null);
const moment = z.number().int().min(0).max(8.64e15);
const webhookSchema = z.object({ id: z.number().int(), url: target, events: z.string() });
const deviceSchema = z.object({ endpoint: target, p256dh: z.string(), auth: z.string(), createdAt: moment });

/** What a restore has switched off; webhooks by their ids, for their rows stay. */
const switchedOffSchema = z.object({
  webhooks: z.array(z.number().int()).max(limits.webhooks),
  mailTransport: z.string().nullable(),
  pushDevices: z.array(deviceSchema).max(limits.pushSubscriptions),
});

type Webhook = z.infer<typeof webhookSchema>;
type SwitchedOff = z.infer<typeof switchedOffSchema>;

const switchedOffKey = "restore.switched_off";
const mailKey = "setting.mailTransport";

/** Takes the rows of a backup one by one, and switches off what would send things to somebody. */
export interface ServiceSwitch {
  /**
   * @returns the row as it goes into the database; null where it does not
   * @throws AppError BACKUP_INVALID for what no node would have written
   */
  turnOff(table: string, row: Row): Row | null;
  /** Keeps in the caller's transaction what was switched off. @returns what that is */
  save(tx: Tx): Promise<OutsideServices>;
}

/** A checksum does not say who made a backup: what it would have this node call waits for the owner's word. */
export function createServiceSwitch(): ServiceSwitch {
  const webhooks: Webhook[] = [];
  const wereOn = new Set<number>();
  const devices = new Map<string, SwitchedOff["pushDevices"][number]>();
  let deviceRows = 0;
  let mailTransport: string | null = null;

  function turnOffMeta(row: Row): Row | null {
    if (row.key === switchedOffKey) {
      // A restore that nobody has confirmed yet went into this backup.
      const earlier = parse(switchedOffSchema, parseJson(String(row.value)));
      for (const id of earlier.webhooks) wereOn.add(id);
      for (const device of earlier.pushDevices) devices.set(device.endpoint, device);
      mailTransport = earlier.mailTransport;
      return null;
    }
    if (row.key !== mailKey || parseMailTransport(row.value) === null) return row;
    mailTransport = String(row.value);
    return null;
  }

  return {
    turnOff(table, row) {
      if (table === "meta") return turnOffMeta(row);
      if (table === "webhooks") {
        const webhook = parse(webhookSchema, row);
        if (webhooks.push(webhook) > limits.webhooks) throw tooMany("webhooks");
        if (row.active === 1) wereOn.add(webhook.id);
        return { ...row, active: 0 };
      }
      if (table !== "push_subscriptions") return row;
      const device = parse(deviceSchema, { ...row, createdAt: row.created_at });
      deviceRows += 1;
      if (deviceRows > limits.pushSubscriptions) throw tooMany("push devices");
      devices.set(device.endpoint, device);
      return null;
    },
    async save(tx) {
      const off = webhooks.filter(({ id }) => wereOn.has(id));
      const pushDevices = [...devices.values()].slice(-limits.pushSubscriptions);
      if (off.length > 0 || pushDevices.length > 0 || mailTransport !== null) {
        const kept: SwitchedOff = { webhooks: off.map(({ id }) => id), mailTransport, pushDevices };
        await writeMeta(tx, switchedOffKey, JSON.stringify(kept));
      }
      return describe(off, mailTransport, pushDevices);
    },
  };
}

/**
 * The owner confirms what a restore has switched off: all of it is on again, but for what has been set anew or deleted
 * since.
 *
 * @returns what is on now and was not before
 */
export async function switchServicesOn({ store }: Pick<Context, "store">): Promise<OutsideServices> {
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "push subscriptions");
    const kept = await readMeta(tx, switchedOffKey);
    if (kept === null) return describe([], null, []);
    const off = switchedOffSchema.parse(JSON.parse(kept));
    const hooks = (await listWebhooks(tx)).filter(
      ({ id, active }) => active === 0 && off.webhooks.includes(id),
    );
    for (const { id } of hooks) await updateWebhook(tx, id, { active: 1 });
    const mailTransport = (await readMeta(tx, mailKey)) === null ? off.mailTransport : null;
    if (mailTransport !== null) await writeMeta(tx, mailKey, mailTransport);
    const known = new Set((await listPushSubscriptions(tx)).map(({ endpoint }) => endpoint));
    const devices = off.pushDevices
      .filter(({ endpoint }) => !known.has(endpoint))
      .slice(0, Math.max(0, limits.pushSubscriptions - known.size));
    for (const device of devices) await savePushSubscription(tx, device);
    await deleteMeta(tx, switchedOffKey);
    return describe(hooks, mailTransport, devices);
  });
}

function describe(
  webhooks: readonly Pick<Webhook, "url" | "events">[],
  mailTransport: string | null,
  devices: SwitchedOff["pushDevices"],
): OutsideServices {
  const mail = mailTransport === null ? null : parseMailTransport(mailTransport);
  return {
    webhooks: webhooks.map(({ url, events }) => ({ url, events: events.split(" ") })),
    mailServer: mail && { host: mail.host, port: mail.port, user: mail.login?.user ?? null },
    pushDevices: devices.map(({ endpoint, createdAt }) => ({
      service: new URL(endpoint).host,
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, success } = schema.safeParse(value);
  if (success) return data;
  throw new AppError("BACKUP_INVALID", "A webhook or a push device of the backup is none.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function tooMany(what: string): AppError {
  return new AppError("BACKUP_INVALID", `The backup holds more ${what} than a node has.`);
}
