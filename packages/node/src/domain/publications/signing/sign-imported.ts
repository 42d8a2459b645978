import type { Context } from "../../../context.ts";
import { AppError, hasCode } from "../../../errors/errors.ts";
import {
  countUnsignedImports,
  listUnsignedImports,
  type UnsignedImport,
} from "../../../store/publications/imports.ts";
import { readPublications } from "../../../store/publications/publications.ts";
import type { Signer } from "../../access/signer.ts";
import { requireOwner } from "../../profile/owner.ts";
import { isBlankPost } from "../texts/blank.ts";
import { completeStoredTexts } from "../texts/complete-addresses.ts";
import { prepareSignatures } from "./prepare-signatures.ts";
import { signPublications } from "./sign.ts";

// Posts that are signed in one transaction.
const signedTogether = 100;

/** The imported posts on the site that are not signed: their number, and the earliest of them. */
export async function readImportedToSign(
  context: Pick<Context, "store" | "owner">,
): Promise<{ count: number; next: UnsignedImport[] }> {
  const { address } = await requireOwner(context);
  const next = await listUnsignedImports(context.store.db, address, signedTogether);
  return { count: await countUnsignedImports(context.store.db, address), next };
}

const attempts = 5;

/**
 * Signs the earliest imported posts and files with today's timestamp, in the order in which they were written. Followers
 * are notified only if the import or this call asks for it.
 *
 * @returns how many; 0 when all are signed
 * @throws AppError as `signPublications`
 */
export async function signNextImported(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "recover" | "owner">,
  signer: Pick<Signer, "sign">,
  { announce }: { announce: boolean },
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const { next: earliest } = await readImportedToSign(context);
    const next = await withoutBlank(context, earliest);
    if (next.length === 0) return 0;
    const ids = next.map(({ id }) => id);
    await completeStoredTexts(context, ids);
    const meanings = await prepareSignatures(context, ids);
    const signatures = next.flatMap(({ id, announce: wanted }, index) => {
      const meaning = meanings[index];
      const isQuiet = !announce && wanted === 0;
      return meaning ? [{ id, envelope: signer.sign("StatementOfSource", meaning), isQuiet }] : [];
    });
    try {
      return (await signPublications(context, signatures)).length;
    } catch (error) {
      // Another process signs something at the same time.
      if (!hasCode(error, "CONFLICT") || attempt === attempts) throw error;
    }
  }
}

/** The imports that can be signed: earlier versions imported posts in which a reader sees nothing. */
async function withoutBlank(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  imported: readonly UnsignedImport[],
): Promise<UnsignedImport[]> {
  const blank = new Set<number>();
  const found = await readPublications(
    store.db,
    imported.map(({ id }) => id),
  );
  for (const one of found) if (await isBlankPost({ blobs }, one)) blank.add(one.id);
  return imported.filter(({ id }) => !blank.has(id));
}

/**
 * Signs the earliest imported posts and files with the key that the node has.
 *
 * @returns how many; 0 when all are signed
 * @throws AppError CONFLICT where the node can't use the owner's key, and as `signPublications`
 */
export async function signImportedHere(
  context: Pick<Context, "store" | "blobs" | "clock" | "config" | "recover" | "owner" | "unlockSigner">,
  options: { announce: boolean },
): Promise<number> {
  const { address } = await requireOwner(context);
  using signer = await context.unlockSigner();
  if (signer?.address !== address) throw new AppError("CONFLICT", "The node can't use the owner's key.");
  return await signNextImported(context, signer, options);
}
