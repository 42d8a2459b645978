import type { ReactElement } from "react";
import type { Delivery } from "../../delivery/delivery.ts";
import { sayDelivery, sayWhy } from "../../delivery/say-delivery.ts";
import { PersonCard } from "../../people/person-card.tsx";
import { SidePanel } from "../../shell/side-panel.tsx";
import { useWords } from "../../words/use-words.ts";

/** How one follower came to a post, or why not yet. */
export function FaceDetails({
  delivery,
  isTrying,
  onRetry,
  onClose,
}: {
  delivery: Delivery;
  isTrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}): ReactElement {
  const words = useWords();
  const { peerAddress: address, peerTitle: title, peerUrl: url, state } = delivery;
  return (
    <SidePanel title={words.delivery.details} onClose={onClose}>
      <PersonCard address={address} title={title} url={url} />
      <p className="strong">{sayDelivery(words, delivery)}</p>
      {sayWhy(words, delivery).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {state !== "DONE" && (
        <button type="button" className="plain" disabled={isTrying} onClick={onRetry}>
          {words.delivery.tryNow}
        </button>
      )}
    </SidePanel>
  );
}
