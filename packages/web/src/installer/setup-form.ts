import { type Address, parseAddress } from "@freehold/protocol";
import { useEffect, useState, useSyncExternalStore } from "react";

/** What every step gets. */
export interface StepProps {
  readonly house: House;
  readonly kept: Kept;
  readonly change: (some: Partial<Kept>) => void;
  readonly onNext: () => void;
}

/** What the node tells the installer of itself, in `data-input` of the page. */
export interface House {
  /** The address that the configuration names, or null. */
  readonly url: string | null;
  /** The only address that may move in, or null: then it takes the setup code. */
  readonly owner: Address | null;
}

/** Reads it from the element that the installer is shown in. */
export function readHouse(place: HTMLElement): House {
  const { url, owner } = JSON.parse(place.dataset.input ?? "{}") as Record<string, unknown>;
  return {
    url: typeof url === "string" ? url : null,
    owner: parseAddress(owner),
  };
}

/** What was typed and chosen so far. Passwords and keys are not in it, for it is kept in the tab. */
export interface Kept {
  /** The setup code, or what was typed for it; it opens nothing once the node has its owner. */
  readonly code: string;
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

/**
 * What was typed so far: it survives that the page is loaded again, or that the node is away meanwhile. The setup code is
 * taken from the link that the node printed, also when that is opened in the tab where the installer is already.
 */
export function useKept(house: House): readonly [Kept, (change: Partial<Kept>) => void] {
  const [kept, setKept] = useState(() => keep({ ...read(house), ...takeCode() }));
  useEffect(() => {
    const onHash = () => {
      const taken = takeCode();
      if (taken.code !== undefined) setKept((before) => keep({ ...before, ...taken }));
    };
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  const change = (some: Partial<Kept>) => setKept((before) => keep({ ...before, ...some }));
  return [kept, change];
}

function keep(kept: Kept): Kept {
  sessionStorage.setItem(key, JSON.stringify(kept));
  return kept;
}

/** Takes `#code=…` out of the address, so that it stays neither in the address bar nor in the tab's history. */
function takeCode(): Partial<Kept> {
  const code = readCode(location.hash);
  if (code === location.hash) return {};
  history.replaceState(null, "", location.pathname + location.search);
  return { code };
}

/** The setup code of a text that may be the whole link. */
export function readCode(text: string): string {
  return /#code=([^&]*)/.exec(text)?.[1] ?? text;
}

/** To be called when the house has its owner. */
export function forgetKept(): void {
  sessionStorage.removeItem(key);
}

function read({ url }: House): Kept {
  const fresh: Kept = {
    code: "",
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

/** What there is to do, in order. */
export const steps = ["place", "key", "you", "sign"] as const;
export type Step = (typeof steps)[number];

/** The step that the address names, so that the browser's way back is the way back here; never beyond `furthest`. */
export function useStep(furthest: Step): readonly [Step, (step: Step) => void] {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1));
  const named = steps.find((step) => step === hash) ?? "place";
  const step = steps.indexOf(named) <= steps.indexOf(furthest) ? named : furthest;
  return [step, goTo];
}

function goTo(step: Step): void {
  location.hash = step;
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
