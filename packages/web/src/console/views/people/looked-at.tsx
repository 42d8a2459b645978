import type { ReactElement } from "react";
import { nameOfNode } from "../../people/name-of-node.ts";
import { PersonCard } from "../../people/person-card.tsx";
import { useWords } from "../../words/use-words.ts";
import type { SeenNode } from "./look-at-node.ts";

/** Who lives at an address, before anything is signed. */
export function LookedAt({ node, onFollow }: { node: SeenNode; onFollow: () => void }): ReactElement {
  const { following } = useWords();
  return (
    <section className="looked-at" aria-label={nameOfNode(node)}>
      <PersonCard {...node} description={node.description || following.noWords} />
      <p className="hint">{following.compare}</p>
      <p>{following.posts(node.publications)}</p>
      <button type="button" onClick={onFollow}>
        {following.follow(nameOfNode(node))}
      </button>
    </section>
  );
}
