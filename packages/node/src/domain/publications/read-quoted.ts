import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Caller } from "../access/caller.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";
import type { PublicationView } from "./describe-publications.ts";
import { findQuoted } from "./find-quoted.ts";
import { readVisiblePublications } from "./read-visible-publications.ts";

/** What an address in a text leads to. */
export interface Quoted {
  readonly address: string;
  readonly publication: PublicationView;
}

/**
 * The publications that addresses in a text lead to, where they are kept here and the caller may see them: what readers
 * see quoted there.
 *
 * @param addresses as they stand in the text; from the root for one of this node's
 * @throws AppError VALIDATION_FAILED for more than are looked up at once, NOT_INSTALLED
 */
export async function readQuoted(
  context: Pick<Context, "store">,
  { addresses, caller }: { addresses: readonly string[]; caller: Caller },
): Promise<Quoted[]> {
  if (addresses.length > limits.quotesAtOnce) {
    throw new AppError("VALIDATION_FAILED", `No more than ${limits.quotesAtOnce} addresses at once.`);
  }
  const owner = await requireOwner(context);
  const found = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const quoted = await findQuoted(context, { href: address, owner });
      return { address, id: quoted?.post.id };
    }),
  );
  const ids = found.flatMap(({ id }) => id ?? []);
  const seen = new Map(
    (await readVisiblePublications(context, ids, caller)).map((publication) => [publication.id, publication]),
  );
  return found.flatMap(({ address, id }) => {
    const publication = seen.get(id ?? 0);
    return publication ? [{ address, publication }] : [];
  });
}
