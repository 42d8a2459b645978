import type { ReactElement } from "react";
import { nameOfNode } from "../people/name-of-node.ts";
import { Portrait } from "../people/portrait.tsx";
import { useWords } from "../words/use-words.ts";
import type { Delivery } from "./delivery.ts";
import { sayDelivery } from "./say-delivery.ts";

/** A follower as a small face: whole where they have it, faint on its way, ringed while it waits, crossed where it is over. */
export function Face({
  delivery,
  isOpen,
  onOpen,
}: {
  delivery: Delivery;
  isOpen: boolean;
  onOpen: () => void;
}): ReactElement {
  const words = useWords();
  const { peerAddress: address, peerTitle: title, peerUrl: url, state, attempts } = delivery;
  const name = nameOfNode({ address, title, url });
  const label = words.delivery.faceOf(name, sayDelivery(words, delivery));
  const kind = state === "PENDING" && attempts > 0 ? "WAITING" : state;
  return (
    <button
      type="button"
      className="face"
      data-state={kind}
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={onOpen}
    >
      <Portrait address={address} />
    </button>
  );
}
