import type { Context } from "../../context.ts";
import { requireOwner } from "../installation/require-owner.ts";
import type { Page, PageRequest } from "../paging/page.ts";
import type { PublicationView } from "./describe-publications.ts";
import { readTimelinePage } from "./read-timeline-page.ts";

/**
 * A page of the owner's files in every state, newest first. For the owner.
 *
 * @throws AppError VALIDATION_FAILED as `readTimelinePage`, NOT_INSTALLED
 */
export async function listMedia(
  context: Pick<Context, "store">,
  page: PageRequest,
): Promise<Page<PublicationView>> {
  const own = await requireOwner(context);
  return await readTimelinePage(context, {
    ...page,
    caller: { kind: "client", tokenId: "" },
    publisher: own.address,
    kinds: ["FILE"],
    states: ["draft", "local", "signed"],
  });
}
