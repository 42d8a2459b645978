import { type Address, parseAddress } from "@freehold/protocol";

/** What the node tells the installer of itself, in `data-facts` of the page. */
export interface House {
  /** The address that the configuration names, or null. */
  readonly url: string | null;
  /** Whether whoever installs from where this page is read needs the setup code. */
  readonly needsCode: boolean;
  /** The only address that may move in, or null. */
  readonly owner: Address | null;
}

/** Reads it from the element that the installer is shown in. */
export function readHouse(place: HTMLElement): House {
  const { url, needsCode, owner } = JSON.parse(place.dataset.facts ?? "{}") as Record<string, unknown>;
  return {
    url: typeof url === "string" ? url : null,
    needsCode: needsCode === true,
    owner: parseAddress(owner),
  };
}
