import { createHash } from "node:crypto";
import type { Context } from "../../../src/context.ts";
import { findOwnProfile } from "../../../src/store/peers/profiles.ts";
import { publicationColumns } from "../../../src/store/tables/publications.ts";
import { rowsOf } from "../../support/store-records.ts";

/** The state that the owner alone may change: a digest of each part, and the facts of the database about itself. */
export type GuardedState = Readonly<Record<string, string>>;

/** Summarises the state that only the owner may change, for comparison. */
export async function guardedState({ store }: Pick<Context, "store">): Promise<GuardedState> {
  const { db } = store;
  const own = await findOwnProfile(db);
  const publications = db
    .selectFrom("publications")
    .where("publisherAddress", "=", own?.address ?? "0x")
    .select(publicationColumns)
    .orderBy("id");
  const parts = {
    profile: own,
    settings: await db
      .selectFrom("meta")
      .where("key", "like", "setting.%")
      .select(["key", "value"])
      .orderBy("key")
      .execute(),
    tokens: await db.selectFrom("tokens").select(["id", "kind", "label", "scopes"]).orderBy("id").execute(),
    passkeys: await db.selectFrom("passkeys").select(["id", "publicKey", "counter"]).orderBy("id").execute(),
    webhooks: await db.selectFrom("webhooks").select(["id", "url", "secret"]).orderBy("id").execute(),
    blocks: await rowsOf(db, "blocks"),
    devices: await rowsOf(db, "push_subscriptions"),
    closed: await rowsOf(db, "closed_comments"),
    schedules: await rowsOf(db, "publication_schedules"),
    history: await rowsOf(db, "publication_history"),
    changes: await rowsOf(db, "publication_changes"),
    publications: await publications.execute(),
  };
  const damage = await store.dialect.findDamage(db);
  const digests = Object.entries(parts).map(([name, part]) => [name, digest(part)] as const);
  return { ...Object.fromEntries(digests), damage: damage.join("; ") };
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
