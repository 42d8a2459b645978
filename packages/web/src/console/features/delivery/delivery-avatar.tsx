import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { nodeName } from "../../people/person-card.tsx";
import { type Delivery, formatDelivery } from "./use-delivery.ts";

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
