import type { Form, Meanings } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { countConnectedByForm } from "../../store/outbox-broadcast.ts";
import { requireOwner } from "../installation/require-owner.ts";

/**
 * Says what is to be signed for a new profile, and in which forms, so that every connected node understands one of
 * them (decisions 4). With no changes it is a broadcast of the profile as it stands.
 *
 * @param changes what is to be another; an empty description removes it
 * @returns the forms to sign it in, the baseline one first
 */
export async function prepareProfileUpdate(
  context: Pick<Context, "store" | "clock">,
  changes: Partial<Record<"url" | "title" | "description", string | undefined>> = {},
): Promise<{ meaning: Meanings["NodeProfileUpdate"]; forms: Form[] }> {
  const own = await requireOwner(context);
  const { reference } = await countConnectedByForm(context.store.db, own.address);
  const meaning = {
    ownerAddress: own.address,
    url: changes.url ?? own.url,
    title: changes.title ?? own.title,
    description: changes.description ?? own.description ?? "",
    // Two updates in one second: the later one must be newer.
    timestamp: Math.max(Math.floor(context.clock.now() / 1000), own.updatedAt + 1),
  };
  return { meaning, forms: reference > 0 ? ["baseline", "reference"] : ["baseline"] };
}
