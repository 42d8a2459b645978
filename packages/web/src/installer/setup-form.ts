import { type Address, parseAddress } from "@freehold/protocol";
import { parseLocalUrl, readTypedAddress } from "@freehold/protocol/internal";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { MadeKey } from "../keystore/key-worker.ts";

/** The props of every step. */
export interface StepProps {
  readonly input: InstallerInput;
  readonly form: SetupForm;
  readonly change: (some: Partial<SetupForm>) => void;
}

/** The node's input for the installer, in `data-input` of the page. */
export interface InstallerInput {
  /** The public URL in the configuration, or null. */
  readonly url: string | null;
  /** The only address that may set up the node; null if the setup code is needed instead. */
  readonly owner: Address | null;
}

export function readInput(element: HTMLElement): InstallerInput {
  const { url, owner } = JSON.parse(element.dataset.input ?? "{}") as Record<string, unknown>;
  return {
    url: typeof url === "string" ? url : null,
    owner: parseAddress(owner),
  };
}

/** A key that was made here, and an object URL of its file. */
export interface MadeFile extends MadeKey {
  readonly href: string;
}

/** The input of all steps. It is saved in the tab's session storage, so it has no passwords and no keys. */
export interface SetupForm {
  /** The setup code as it was typed. */
  readonly code: string;
  readonly name: string;
  /** The address of the node as it was typed. */
  readonly url: string;
  /** The address of a key file that was made or opened here. */
  readonly keyFile: Address | null;
}

const key = "freehold:setup";

/**
 * The form, which survives a reload and a restart of the node. The setup code is read from the link that the node
 * printed, also if the link is opened in the installer's tab.
 */
export function useSetupForm(
  input: InstallerInput,
): readonly [SetupForm, (change: Partial<SetupForm>) => void] {
  const [form, setForm] = useState(() => saveForm({ ...loadForm(input), ...takeCode() }));
  useEffect(() => {
    const onHash = () => {
      const taken = takeCode();
      if (taken.code !== undefined) setForm((before) => saveForm({ ...before, ...taken }));
    };
    return subscribe(onHash);
  }, []);
  const change = (some: Partial<SetupForm>) => setForm((before) => saveForm({ ...before, ...some }));
  return [form, change];
}

function saveForm(form: SetupForm): SetupForm {
  sessionStorage.setItem(key, JSON.stringify(form));
  return form;
}

/** Reads `#code=…` and removes it from the address bar and the tab's history. */
function takeCode(): Partial<SetupForm> {
  const code = readCode(location.hash);
  if (code === location.hash) return {};
  history.replaceState(null, "", location.pathname + location.search);
  return { code };
}

/** The setup code in a text, which may be the whole link. */
export function readCode(text: string): string {
  return /#code=([^&]*)/.exec(text)?.[1] ?? text;
}

/** Call once the node has its owner. */
export function clearSetupForm(): void {
  sessionStorage.removeItem(key);
}

/** The address from which the page was opened, if a node can have it: https, or this machine's own. */
function ownOrigin(): string {
  return location.protocol === "https:" || parseLocalUrl(location.origin) ? location.origin : "";
}

function loadForm({ url }: InstallerInput): SetupForm {
  const fresh: SetupForm = { code: "", name: "", url: url ?? ownOrigin(), keyFile: null };
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<SetupForm>;
    return { ...fresh, ...found, keyFile: parseAddress(found.keyFile) };
  } catch {
    return fresh;
  }
}

export const steps = ["name", "key", "done"] as const;
export type Step = (typeof steps)[number];

/** The step in the URL's hash, so that the browser's Back works: the key comes after a name and an address. */
export function useStep(form: SetupForm): readonly [Step, (step: Step) => void] {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1));
  const isReady = form.name.trim() !== "" && readTypedAddress(form.url).url !== null;
  return [hash === "key" && isReady ? "key" : "name", (next) => location.assign(`#${next}`)];
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
