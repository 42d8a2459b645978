import type { ReactElement } from "react";
import { drawSeal } from "../../../drawings/seal.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { inlineDrawing } from "../../elements.ts";
import { titleOf } from "../../publications/publication.ts";
import { type PostItem, usePosts } from "../../publications/use-posts.ts";
import { useListKeys } from "../../shell/keyboard.ts";
import { goTo, Link } from "../../shell/routes.tsx";
import { DeliveryAvatar } from "./delivery-avatar.tsx";
import { useFirstDeliveries } from "./use-delivery.ts";

/** The number of avatars in a row; the rest is a count. */
const avatarsInRow = 8;

/** Each signed post, with the avatars of its first recipients. */
export function SignedPosts(): ReactElement {
  const messages = useMessages();
  const list = usePosts("SIGNED");
  useListKeys(list, (id) => id !== null && goTo(`/delivery/${id}`));
  return (
    <PagedList list={list} items={list.items} empty={messages.delivery.empty.posts}>
      {(post) => <SignedPost key={post.id} post={post} />}
    </PagedList>
  );
}

function SignedPost({ post }: { post: PostItem }): ReactElement {
  const messages = useMessages();
  const { data } = useFirstDeliveries(post.id, avatarsInRow);
  const total = data ? data.done + data.pending + data.refused + data.expired : 0;
  const shown = data?.followers.nodes ?? [];
  return (
    <li className="row" data-item={post.id} tabIndex={-1}>
      {inlineDrawing(drawSeal(post.contentHash), "seal", messages.post.states.SIGNED)}
      <div className="row-text">
        <Link to={`/delivery/${post.id}`}>{titleOf(post) || messages.signing.untitled}</Link>
        <small>
          {data && (total === 0 ? messages.delivery.nobody : formatCounts(messages.delivery, data))}
        </small>
      </div>
      <div className="avatars">
        {shown.map((delivery) => (
          <DeliveryAvatar
            key={delivery.id}
            delivery={delivery}
            isOpen={false}
            onOpen={() => goTo(`/delivery/${post.id}`)}
          />
        ))}
        {total > shown.length && <small>{messages.delivery.more(total - shown.length)}</small>}
      </div>
    </li>
  );
}

/** The numbers of delivered, waiting and failed deliveries. */
export function formatCounts(
  { counts }: ReturnType<typeof useMessages>["delivery"],
  { done, pending, refused, expired }: { done: number; pending: number; refused: number; expired: number },
): string {
  return counts(done, pending, refused + expired);
}
