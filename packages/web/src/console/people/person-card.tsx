import type { Address } from "@freehold/protocol";
import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Avatar } from "../components/avatar.tsx";
import { CopyButton } from "../components/controls.tsx";
import { digits } from "../elements.ts";

/** A node in detail: picture, name, host, description and the address to compare. */
export function PersonCard({
  picture = null,
  description = null,
  ens = null,
  ...node
}: {
  address: Address;
  title: string | null;
  url: string | null;
  description?: string | null;
  /** A path on this node or a data URI; without one, a picture is drawn from the address. */
  picture?: string | null;
  ens?: EnsName | null;
}): ReactElement {
  const messages = useMessages();
  return (
    <div className="person-card">
      <p className="details-who">
        <Avatar address={node.address} picture={picture ?? ens?.picture ?? null} />
        <strong>{nodeName(node)}</strong>
      </p>
      {node.url && (
        <p className="person-where">
          <a href={node.url} rel="noreferrer">
            {hostOf(node.url)}
          </a>
        </p>
      )}
      {description && <p className="person-description">{description}</p>}
      <p className="label">{messages.people.address}</p>
      <div className="details-hex">
        {digits(node.address)}
        <CopyButton text={node.address} />
      </div>
      {ens && (
        <p className="person-ens">
          {messages.people.ens} <bdi>{ens.name}</bdi>
        </p>
      )}
    </div>
  );
}

/** The verified name of an address in ENS, which is shown beside the address. */
export interface EnsName {
  readonly name: string;
  /** A path on this node, or null. */
  readonly picture: string | null;
}

/**
 * The name of an address in ENS, with the ends of the address.
 *
 * @param beside what stands before it: the ends are not repeated
 */
export function EnsLine({
  ens,
  address,
  beside = "",
}: {
  ens: EnsName | null;
  address: Address;
  beside?: string;
}): ReactElement | null {
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return (
    ens && (
      <span className="ens" title={address}>
        <bdi>{ens.name}</bdi> {short !== beside && <code>{short}</code>}
      </span>
    )
  );
}

/** The name of another node: its title, else its host, else the start of its address. */
export function nodeName(node: {
  readonly title: string | null;
  readonly url: string | null;
  readonly address: string;
}): string {
  return node.title || hostOf(node.url) || `${node.address.slice(0, 10)}…`;
}

/** The host of a URL. */
export function hostOf(url: string | null): string {
  return url?.replace(/^https?:\/\//, "").replace(/\/$/, "") ?? "";
}
