import type { Envelope, Form } from "@freehold/protocol";
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { Reader, Tx } from "../../store/store.ts";

/** The owner's newest profile, as it was signed for those who speak each form; null where it was not. */
export type SignedUpdate = Readonly<Record<Form, Envelope | null>>;

const key = "profile_update";

/** Keeps the update that is on its way to the connected nodes; a later one takes its place. */
export async function saveSignedUpdate(tx: Tx, update: SignedUpdate): Promise<void> {
  await writeMeta(tx, key, JSON.stringify(update));
}

/** The update that is on its way, or null. */
export async function readSignedUpdate(db: Reader): Promise<SignedUpdate | null> {
  const saved = await readMeta(db, key);
  return saved === null ? null : (JSON.parse(saved) as SignedUpdate);
}
