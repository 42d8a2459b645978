import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import type { Reader } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";

const name = "access.token_key";

/** What this node signs tokens with: 32 random bytes, made at the first need, once, and kept in the database alone. */
export async function obtainTokenKey({ store }: Pick<Context, "store">): Promise<Uint8Array> {
  const known = await readTokenKey(store.db);
  if (known) return known;
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "token-key");
    const meanwhile = await readTokenKey(tx);
    if (meanwhile) return meanwhile;
    const made = randomBytes(32);
    await writeMeta(tx, name, made.toString("base64url"));
    return made;
  });
}

/** The same where it was made already, else null: then no token of this node can be there. */
export async function readTokenKey(db: Reader): Promise<Uint8Array | null> {
  const text = await readMeta(db, name);
  return text === null ? null : Buffer.from(text, "base64url");
}
