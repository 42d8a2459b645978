import { useCallback, useEffect, useState } from "react";
import type { FindingPart } from "../messages/console/format-finding.ts";

/** What the node, or this page, found about one thing. */
export interface Look {
  readonly id: string;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** What the node says of it, for any language; null for what this page found. */
  readonly said: {
    readonly finding: readonly FindingPart[];
    readonly advice: readonly FindingPart[] | null;
  } | null;
}

/** Why nothing was found. */
export type LookProblem = "forbidden" | "offline" | "too-often" | "installed" | "failed";

/** How far two clocks may be apart before it is worth a word, in milliseconds. */
const clockMs = 30_000;

const problems: Readonly<Record<number, LookProblem>> = {
  403: "forbidden",
  409: "installed",
  429: "too-often",
};

/**
 * Has the node look whether others find it at an address (POST /api/install/diagnosis), and compares the clocks.
 *
 * @param url null for the one that its configuration names
 * @param code the setup code, or empty
 */
export async function lookAround(
  url: string | null,
  code: string,
  signal: AbortSignal,
): Promise<{ readonly looks: readonly Look[] } | { readonly problem: LookProblem }> {
  const response = await fetch("/api/install/diagnosis", {
    method: "POST",
    headers: { "content-type": "application/json", ...(code && { "x-setup-code": code }) },
    body: JSON.stringify(url === null ? {} : { url }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (response === null || response.status >= 500) return { problem: "offline" };
  if (!response.ok) return { problem: problems[response.status] ?? "failed" };
  const { checks } = (await response.json()) as { checks: readonly Look[] };
  return { looks: [compareClocks(response.headers.get("date")), ...checks] };
}

/** The node's `Date` has whole seconds and was said a moment ago. */
function compareClocks(date: string | null): Look {
  const apart = Math.abs(Date.now() - Date.parse(date ?? ""));
  const state = Number.isNaN(apart) ? "skipped" : apart > clockMs ? "failed" : "ok";
  return { id: "clock", state, said: null };
}

/** How long somebody has to stop typing, in milliseconds. */
const pauseMs = 900;

export interface LookState {
  readonly isLooking: boolean;
  readonly looks: readonly Look[];
  readonly problem: LookProblem | null;
  again(): void;
}

/**
 * Looks around whenever what is asked has stood still for a moment.
 *
 * @param url null when there is nothing to look at
 * @param code the setup code; null while it can't be right
 */
export function useLook(url: string | null, code: string | null): LookState {
  const [round, setRound] = useState(0);
  const [isLooking, setLooking] = useState(false);
  const [looks, setLooks] = useState<readonly Look[]>([]);
  const [problem, setProblem] = useState<LookProblem | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round looks at the same again
  useEffect(() => {
    setLooks([]);
    setProblem(null);
    if (url === null || code === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      setLooking(true);
      try {
        const found = await lookAround(url, code, stop.signal);
        if ("problem" in found) setProblem(found.problem);
        else setLooks(found.looks);
        setLooking(false);
      } catch {
        // What was asked meanwhile is looked at instead.
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
      setLooking(false);
    };
  }, [url, code, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { isLooking, looks, problem, again };
}
