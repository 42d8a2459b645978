import type { ReactElement } from "react";
import { drawSeal } from "../../../drawings/seal.ts";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { inlineDrawing } from "../../elements.ts";
import { nodeName } from "../../people/person-card.tsx";
import { noFilter, type PostItem, usePosts } from "../../publications/use-posts.ts";
import { useListKeys } from "../../shell/keyboard.ts";
import { goTo, Link } from "../../shell/routes.tsx";
import { type Delivery, formatDelivery, useFirstDeliveries } from "./use-delivery.ts";

/** The number of avatars in a row; the rest is a count. */
const avatarsInRow = 8;

/** Each signed post, the last signed first, with the avatars of its first recipients. */
export function SignedPosts(): ReactElement {
  const messages = useMessages();
  const list = usePosts("signed", noFilter, "SIGNED");
  useListKeys(list, (id) => id !== null && goTo(`/posts/delivery/${id}`));
  return (
    <PagedList list={list} empty={messages.delivery.empty.posts}>
      {(post) => <SignedPost key={post.id} post={post} />}
    </PagedList>
  );
}

function SignedPost({ post }: { post: PostItem }): ReactElement {
  const messages = useMessages();
  const { data } = useFirstDeliveries(post.id, avatarsInRow);
  const total = data ? countAll(data) : 0;
  const shown = data?.followers.nodes ?? [];
  return (
    <li className="row" data-item={post.id} tabIndex={-1}>
      {inlineDrawing(drawSeal(post.contentHash), "seal", messages.post.states.SIGNED)}
      <div className="row-text">
        <Link to={`/posts/delivery/${post.id}`}>{post.title || messages.signing.untitled}</Link>
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
            onOpen={() => goTo(`/posts/delivery/${post.id}`)}
          />
        ))}
        {total > shown.length && <small>{messages.delivery.more(total - shown.length)}</small>}
      </div>
    </li>
  );
}

type Counts = Readonly<Record<"done" | "pending" | "refused" | "expired", number>>;

/** The number of deliveries in any state. */
export const countAll = ({ done, pending, refused, expired }: Counts) => done + pending + refused + expired;

/** The numbers of delivered, waiting and failed deliveries. */
export function formatCounts(
  { counts }: ConsoleMessages["delivery"],
  { done, pending, refused, expired }: Counts,
): string {
  return counts(done, pending, refused + expired);
}

/** A follower's avatar: plain when delivered, faint on its way, ringed while waiting, crossed when refused or given up. */
export function DeliveryAvatar({
  delivery,
  isOpen,
  onOpen,
}: {
  delivery: Delivery;
  isOpen: boolean;
  onOpen: () => void;
}): ReactElement {
  const messages = useMessages();
  const { address, state, attempts } = delivery;
  const label = messages.delivery.avatarOf(nodeName(delivery), formatDelivery(messages, delivery));
  return (
    <button
      type="button"
      className="delivery-avatar"
      data-state={state === "PENDING" && attempts > 0 ? "WAITING" : state}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <Avatar address={address} />
    </button>
  );
}
