import type { Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { prepareSignatures } from "./prepare-signatures.ts";

/**
 * Says what is to be signed for a publication (decisions 5): its hash, and the second, which is never lower than
 * that of the publication signed before it, and not one in which the same bytes were signed already.
 *
 * @param id the publication's id
 * @throws AppError NOT_FOUND, CONFLICT when it is signed already
 */
export async function prepareSignature(
  context: Pick<Context, "store" | "clock">,
  id: number,
): Promise<Meanings["StatementOfSource"]> {
  const [meaning] = await prepareSignatures(context, [id]);
  if (!meaning) throw new Error("Nothing was prepared for a publication.");
  return meaning;
}
