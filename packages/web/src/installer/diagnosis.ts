import { useEffect, useState } from "react";
import type { Check } from "../console/components/check-list.tsx";

/** The reason why there are no results. */
export type DiagnosisProblem = "forbidden" | "offline" | "too-often" | "installed" | "failed";

const problems: Readonly<Record<number, DiagnosisProblem>> = {
  403: "forbidden",
  409: "installed",
  429: "too-often",
};

interface Findings {
  /** Null before there are any. */
  readonly checks: readonly Check[] | null;
  readonly problem: DiagnosisProblem | null;
}

const nothing: Findings = { checks: null, problem: null };

/** A result as POST /api/install/diagnosis answers it. */
interface Result {
  readonly id: string;
  readonly state: Lowercase<Check["state"]>;
  readonly parts: {
    readonly finding: Check["findingParts"];
    readonly advice: Check["adviceParts"] | null;
  };
}

/** Has the node check whether others reach it at a URL (POST /api/install/diagnosis). */
async function diagnose(url: string, code: string, signal: AbortSignal): Promise<Findings> {
  const response = await fetch("/api/install/diagnosis", {
    method: "POST",
    headers: { "content-type": "application/json", "x-setup-code": code },
    body: JSON.stringify({ url }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (response === null || response.status >= 502) return { ...nothing, problem: "offline" };
  if (!response.ok) return { ...nothing, problem: problems[response.status] ?? "failed" };
  const { checks } = (await response.json()) as { checks: readonly Result[] };
  return { checks: checks.map(toCheck), problem: null };
}

function toCheck({ id, state, parts }: Result): Check {
  return {
    id,
    state: state.toUpperCase() as Check["state"],
    findingParts: parts.finding,
    adviceParts: parts.advice ?? [],
  };
}

/** The pause in typing after which a diagnosis starts, in milliseconds. */
const pauseMs = 900;

export interface DiagnosisState extends Findings {
  readonly isRunning: boolean;
  repeat(): void;
}

/**
 * Runs the diagnosis when the address and the code have not changed for a moment.
 *
 * @param url null runs nothing
 * @param code the setup code; null runs nothing
 */
export function useDiagnosis(url: string | null, code: string | null): DiagnosisState {
  const [round, setRound] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const [findings, setFindings] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round repeats the same diagnosis
  useEffect(() => {
    setFindings(nothing);
    if (url === null || code === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      setRunning(true);
      try {
        setFindings(await diagnose(url, code, stop.signal));
        setRunning(false);
      } catch {
        // Aborted: a newer diagnosis replaces this one.
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
      setRunning(false);
    };
  }, [url, code, round]);
  return { ...findings, isRunning, repeat: () => setRound((before) => before + 1) };
}
