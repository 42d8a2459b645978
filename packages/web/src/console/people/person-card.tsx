import type { Address } from "@freehold/protocol";
import type { ReactElement } from "react";
import { digits } from "../../site/digits.ts";
import { CopyButton } from "../publications/copy-button.tsx";
import { useWords } from "../words/use-words.ts";
import { hostOf, nameOfNode } from "./name-of-node.ts";
import { Portrait } from "./portrait.tsx";

export interface PersonCardProps {
  readonly address: Address;
  readonly title: string | null;
  readonly url: string | null;
  readonly description?: string | null;
  /** A path on this node or a data URI; without one a picture is made from the address. */
  readonly picture?: string | null;
}

/** Somebody as one looks at them closely: picture, name, where, their own words, and the address to be compared. */
export function PersonCard({ picture = null, description = null, ...node }: PersonCardProps): ReactElement {
  const words = useWords();
  return (
    <div className="person-card">
      <p className="details-who">
        <Portrait address={node.address} picture={picture} />
        <strong>{nameOfNode(node)}</strong>
      </p>
      {node.url && (
        <p className="person-where">
          <a href={node.url} rel="noreferrer">
            {hostOf(node.url)}
          </a>
        </p>
      )}
      {description && <p className="person-words">{description}</p>}
      <p className="label">{words.people.address}</p>
      <div className="details-hex">
        {digits(node.address)}
        <CopyButton text={node.address} />
      </div>
    </div>
  );
}
