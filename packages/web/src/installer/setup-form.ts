import { type Address, parseAddress, parseNodeUrl } from "@freehold/protocol";
import { useEffect, useState, useSyncExternalStore } from "react";

/** The props of every step. */
export interface StepProps {
  readonly input: InstallerInput;
  readonly form: SetupForm;
  readonly change: (some: Partial<SetupForm>) => void;
  readonly onNext: () => void;
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

/** The form of all steps. It is saved in the tab's session storage, so it has no passwords and no keys. */
export interface SetupForm {
  /** The setup code as it was typed. */
  readonly code: string;
  readonly url: string;
  /** The source of the key: a wallet, made here, or a file. */
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

function loadForm({ url }: InstallerInput): SetupForm {
  const fresh: SetupForm = {
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
    const found = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<SetupForm>;
    return { ...fresh, ...found, address: parseAddress(found.address) };
  } catch {
    return fresh;
  }
}

export const steps = ["address", "key", "profile", "sign"] as const;
export type Step = (typeof steps)[number];

/** The step in the URL's hash, so that the browser's Back works; never beyond `furthest`. */
export function useStep(furthest: Step): readonly [Step, (step: Step) => void] {
  const hash = useSyncExternalStore(subscribe, () => location.hash.slice(1));
  const named = steps.find((step) => step === hash) ?? "address";
  const step = steps.indexOf(named) <= steps.indexOf(furthest) ? named : furthest;
  return [step, (next) => location.assign(`#${next}`)];
}

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/**
 * Checks the form of a typed address. Adds https to a bare name and drops the slash at the end, so that the signed URL
 * has one spelling.
 */
export function readAddress(typed: string): {
  state: "empty" | "plain" | "broken" | "right";
  url: string | null;
} {
  const text = typed.trim();
  if (text === "") return { state: "empty", url: null };
  if (/^http:/i.test(text)) return { state: "plain", url: null };
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = parseNodeUrl(whole);
  if (url === null || (!url.hostname.includes(".") && url.hostname !== "localhost")) {
    return { state: "broken", url: null };
  }
  return { state: "right", url: url.href.replace(/\/+$/, "") };
}
