import type { ReactElement } from "react";
import { inlineDrawing } from "../../../drawings/inline-drawing.ts";
import { drawSeal } from "../../../drawings/seal.ts";
import { Face } from "../../delivery/face.tsx";
import { titleOf } from "../../publications/title-of.ts";
import { type ListedPost, usePosts } from "../../publications/use-posts.ts";
import { Link } from "../../shell/link.tsx";
import { MoreButton } from "../../shell/more-button.tsx";
import { goTo } from "../../shell/route.ts";
import { useListKeys } from "../../shell/use-list-keys.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { useFaces } from "./use-delivery.ts";

/** So many faces stand in a row; the others are a number. */
const facesInRow = 8;

/** Each signed post, with a row of small faces. */
export function SignedPosts(): ReactElement {
  const words = useWords();
  const list = usePosts("SIGNED");
  const posts = list.data ?? [];
  useListKeys({
    open: (id) => id !== null && goTo(`/delivery/${id}`),
    more: () => list.hasNextPage && void list.fetchNextPage(),
  });
  return (
    <>
      <Trouble error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <p className="stills" aria-busy="true" />}
      {list.data && posts.length === 0 && <p className="empty">{words.delivery.empty.posts}</p>}
      <ul className="rows">
        {posts.map((post) => (
          <SignedPost key={post.id} post={post} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

function SignedPost({ post }: { post: ListedPost }): ReactElement {
  const words = useWords();
  const { data } = useFaces(post.id, facesInRow);
  const total = data ? data.done + data.pending + data.refused + data.expired : 0;
  const shown = data?.followers.nodes ?? [];
  return (
    <li className="row" data-item={post.id} tabIndex={-1}>
      {inlineDrawing(drawSeal(post.contentHash), "seal", words.post.signed)}
      <div className="row-words">
        <Link to={`/delivery/${post.id}`}>{titleOf(post) || words.signing.untitled}</Link>
        <small>{data && (total === 0 ? words.delivery.nobody : sayCounts(words.delivery, data))}</small>
      </div>
      <div className="faces">
        {shown.map((delivery) => (
          <Face
            key={delivery.id}
            delivery={delivery}
            isOpen={false}
            onOpen={() => goTo(`/delivery/${post.id}`)}
          />
        ))}
        {total > shown.length && <small>{words.delivery.more(total - shown.length)}</small>}
      </div>
    </li>
  );
}

/** How many have it, wait for it, and go without. */
export function sayCounts(
  { counts }: ReturnType<typeof useWords>["delivery"],
  { done, pending, refused, expired }: { done: number; pending: number; refused: number; expired: number },
): string {
  return counts(done, pending, refused + expired);
}
