import { type Address, parseAddress } from "@freehold/protocol";
import { useState } from "react";
import type { House } from "./house.ts";

/** What was typed and chosen so far. Nothing secret is in it, for it is kept in the tab. */
export interface Kept {
  readonly url: string;
  /** How the key comes: from a wallet, made here, or out of a file. */
  readonly way: "wallet" | "new" | "file" | null;
  /** The owner's, once a key was chosen. */
  readonly address: Address | null;
  readonly name: string;
  readonly about: string;
  /** A data URI, or empty. */
  readonly picture: string;
  readonly language: string;
  readonly mailServer: string;
  readonly mailPort: string;
  readonly mailUser: string;
  readonly mailFrom: string;
}

const key = "freehold:moving-in";

/** What was typed so far: it survives that the page is loaded again, or that the node is away meanwhile. */
export function useKept(house: House): readonly [Kept, (change: Partial<Kept>) => void] {
  const [kept, setKept] = useState(() => read(house));
  const change = (some: Partial<Kept>) => {
    setKept((before) => {
      const after = { ...before, ...some };
      sessionStorage.setItem(key, JSON.stringify(after));
      return after;
    });
  };
  return [kept, change];
}

/** To be called when the house has its owner. */
export function forgetKept(): void {
  sessionStorage.removeItem(key);
}

function read({ url }: House): Kept {
  const fresh: Kept = {
    url: url ?? (location.protocol === "https:" ? location.origin : ""),
    way: null,
    address: null,
    name: "",
    about: "",
    picture: "",
    language: document.documentElement.lang,
    mailServer: "",
    mailPort: "465",
    mailUser: "",
    mailFrom: "",
  };
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Kept>;
    return { ...fresh, ...found, address: parseAddress(found.address) };
  } catch {
    return fresh;
  }
}
