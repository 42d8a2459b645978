import type { Context } from "../../../context.ts";
import { AppError, msg } from "../../../errors/errors.ts";
import type { Tx } from "../../../store/database.ts";
import { deleteMeta, listMeta, readMeta, writeMeta } from "../../../store/meta.ts";
import { limits } from "../../limits.ts";

/** A text of the owner to begin posts with. */
export interface Template {
  readonly name: string;
  /** Markdown. */
  readonly body: string;
}

const prefix = "template.";

/** The owner's templates, by name. */
export async function readTemplates({ store }: Pick<Context, "store">): Promise<Template[]> {
  const stored = await listMeta(store.db, prefix);
  return [...stored].map(([name, body]) => ({ name, body })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Saves a template; one with the same name is replaced.
 *
 * @throws AppError VALIDATION_FAILED for an empty, long or broken name or text; TOO_LARGE; TOO_MANY
 */
export async function saveTemplate(
  { store }: Pick<Context, "store">,
  { name, body }: Template,
): Promise<Template> {
  const isText = [name, body].every((text) => text.isWellFormed() && !text.includes("\0"));
  if (
    !isText ||
    body.trim() === "" ||
    name.trim() !== name ||
    name === "" ||
    name.length > limits.templateNameLength
  ) {
    const most = limits.templateNameLength;
    throw new AppError(
      "VALIDATION_FAILED",
      msg`A template needs text, and a name of at most ${most} characters.`,
    );
  }
  const maxBytes = limits.templateBytes;
  if (Buffer.byteLength(body) > maxBytes)
    throw new AppError("TOO_LARGE", msg`A template can have at most ${maxBytes} bytes.`, { maxBytes });
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "templates");
    const all = await listMeta(tx, prefix);
    if (!all.has(name) && all.size >= limits.templates)
      throw new AppError("TOO_MANY", msg`There are ${limits.templates} templates. Delete one first.`);
    await writeMeta(tx, `${prefix}${name}`, body);
  });
  return { name, body };
}

/** Writes other texts into the templates, in the transaction of whatever changes them. @param rewrite returns the same text for no change */
export async function rewriteTemplates(
  tx: Tx,
  { dialect }: Pick<Context["store"], "dialect">,
  rewrite: (body: string) => string,
): Promise<void> {
  await dialect.lock(tx, "templates");
  for (const [name, body] of await listMeta(tx, prefix)) {
    const next = rewrite(body);
    if (next !== body) await writeMeta(tx, `${prefix}${name}`, next);
  }
}

/** Deletes a template. @returns whether it was there */
export async function deleteTemplate({ store }: Pick<Context, "store">, name: string): Promise<boolean> {
  return await store.transaction(async (tx) => {
    const found = await readMeta(tx, `${prefix}${name}`);
    await deleteMeta(tx, `${prefix}${name}`);
    return found !== null;
  });
}
