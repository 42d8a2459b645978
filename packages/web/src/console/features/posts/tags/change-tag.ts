import { graphql, type ReplyOf } from "@freehold/client";
import type { TagCounts } from "../../../../messages/console/tags-en.ts";
import { mutation } from "../../../graphql.ts";

/** A tag of the owner, folded, and how many publications of each state have it. */
export interface TagItem extends TagCounts {
  readonly tag: string;
}

/** The change of a tag: `to` is its new name; null makes it a plain word. */
export interface TagRequest {
  readonly tag: string;
  readonly to: string | null;
  /** Whether to merge both if the new tag already exists. */
  readonly merges: boolean;
}

type TagReply = ReplyOf<typeof renameQuery>["renameTag"];

/** A change, as far as it came. */
export interface TagOutcome extends TagReply {
  /** The error that ended it after a part of the texts was changed; null for none. */
  readonly problem: unknown;
}

/**
 * Changes a tag in all texts: the node changes some in a call.
 *
 * @param onChanged receives the number of texts that are changed so far
 * @throws ApiError when no text was changed
 */
export async function changeTag(
  send: (request: TagRequest) => Promise<TagReply>,
  request: TagRequest,
  onChanged: (changed: number) => void,
): Promise<TagOutcome> {
  let last = await send(request);
  let { changed } = last;
  // Later calls change fewer texts.
  const { spelling } = last;
  // A call that changed nothing met texts that are written at this moment.
  while (last.changed > 0 && last.left > 0) {
    onChanged(changed);
    try {
      // The first call made the new tag.
      last = await send({ ...request, merges: true });
    } catch (problem) {
      return { ...last, changed, spelling, problem };
    }
    changed += last.changed;
  }
  return { ...last, changed, spelling, problem: null };
}

const renameQuery = graphql(
  "mutation RenameTag($input: RenameTagInput!) { renameTag(input: $input) { changed left signed isTaken spelling } }",
);

/** Changes up to 50 texts on the node. @throws ApiError */
export const sendTagRequest = mutation(renameQuery);
