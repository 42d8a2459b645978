import { useSyncExternalStore } from "react";

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
