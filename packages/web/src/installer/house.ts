import { type Address, parseAddress } from "@freehold/protocol";

/** What the node tells the installer of itself, in `data-facts` of the page. */
export interface House {
  /** The address that the configuration names, or null. */
  readonly url: string | null;
  /** The only address that may move in, or null: then it takes the setup code. */
  readonly owner: Address | null;
}

/** Reads it from the element that the installer is shown in. */
export function readHouse(place: HTMLElement): House {
  const { url, owner } = JSON.parse(place.dataset.facts ?? "{}") as Record<string, unknown>;
  return {
    url: typeof url === "string" ? url : null,
    owner: parseAddress(owner),
  };
}
