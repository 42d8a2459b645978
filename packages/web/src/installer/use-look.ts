import { useCallback, useEffect, useState } from "react";
import { type Look, type LookProblem, lookAround } from "./look-around.ts";

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
