import { graphql, type ReplyOf } from "@freehold/client";
import { type ReactElement, useState } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Checkbox } from "../components/controls.tsx";
import { askField, mutation } from "../graphql.ts";
import { useField } from "../queries.ts";

/** The author of comments: a wallet, or the author of a comment by email or of a mention, whose address the node keeps to itself. */
export type CommentAuthor = { readonly authorAddress: string } | { readonly sameAuthorAs: string };

/** A comment that was hidden, with the state that it had. */
type Hidden = ReplyOf<typeof shownQuery>["comments"]["nodes"][number];

/**
 * The choice to hide an author's comments together with a block.
 *
 * @returns whether the author has comments that are not hidden, whether they are to be hidden, and the tick, which is shown where there are any
 */
export function useHidingComments(author: CommentAuthor): {
  readonly hasComments: boolean;
  readonly isChosen: boolean;
  readonly tick: ReactElement | null;
} {
  const { people } = useMessages();
  const [isChosen, setChosen] = useState(false);
  const { data } = useField(["comments", "shown", author], shownQuery, { ...author, first: 1 });
  const hasComments = (data?.nodes.length ?? 0) > 0;
  const tick = hasComments ? (
    <p>
      <Checkbox label={people.hideComments} checked={isChosen} onChange={setChosen} />
    </p>
  ) : null;
  return { hasComments, isChosen: hasComments && isChosen, tick };
}

/** Hides all comments of an author that are published or wait for the owner. @throws ApiError */
export async function hideCommentsOf(author: CommentAuthor): Promise<readonly Hidden[]> {
  const hidden: Hidden[] = [];
  for (;;) {
    const { nodes } = await askField(shownQuery, { ...author, first: pageItems });
    if (nodes.length === 0) return hidden;
    await moveComments({ ids: nodes.map(({ id }) => id), to: "REJECTED" });
    hidden.push(...nodes);
  }
}

/** Comments that go to one state together. */
export interface CommentMove {
  readonly ids: readonly string[];
  readonly to: "HELD" | "PUBLISHED" | "REJECTED";
}

/** Moves comments, however many, to a state. @throws ApiError */
export async function moveComments({ ids, to: state }: CommentMove): Promise<void> {
  for (let from = 0; from < ids.length; from += pageItems)
    await moderateComments({ ids: ids.slice(from, from + pageItems), state });
}

const moderateComments = mutation(
  graphql(
    "mutation ModerateComments($input: ModerateCommentsInput!) { moderateComments(input: $input) { id } }",
  ),
);

/** The most comments that one call moves. */
const pageItems = 100;

const shownQuery = graphql(`query ShownComments($first: Int!, $sameAuthorAs: ID, $authorAddress: Address) {
  comments(first: $first, sameAuthorAs: $sameAuthorAs, authorAddress: $authorAddress, states: [HELD, PUBLISHED]) {
    nodes { id state }
  }
}`);
