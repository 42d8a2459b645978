import { useEffect, useState } from "react";
import type { FindingPart } from "../messages/console/format-finding.ts";

/** The result of one check by the node or by this page. */
export interface CheckResult {
  readonly id: string;
  readonly state: "ok" | "warning" | "failed" | "skipped";
  /** The node's finding, for any language; null for a check by this page. */
  readonly parts: {
    readonly finding: readonly FindingPart[];
    readonly advice: readonly FindingPart[] | null;
  } | null;
}

/** Why there are no results. */
export type DiagnosisProblem = "forbidden" | "offline" | "too-often" | "installed" | "failed";

/** The accepted difference of the two clocks in milliseconds. */
const clockMs = 30_000;

const problems: Readonly<Record<number, DiagnosisProblem>> = {
  403: "forbidden",
  409: "installed",
  429: "too-often",
};

interface Findings {
  readonly results: readonly CheckResult[];
  readonly problem: DiagnosisProblem | null;
}

const nothing: Findings = { results: [], problem: null };

/** Has the node check whether others reach it at a URL (POST /api/install/diagnosis), and compares the clocks. */
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
  if (response === null || response.status >= 500) return { ...nothing, problem: "offline" };
  if (!response.ok) return { ...nothing, problem: problems[response.status] ?? "failed" };
  const { checks } = (await response.json()) as { checks: readonly CheckResult[] };
  return { results: [compareClocks(response.headers.get("date")), ...checks], problem: null };
}

function compareClocks(date: string | null): CheckResult {
  const apart = Math.abs(Date.now() - Date.parse(date ?? ""));
  const state = Number.isNaN(apart) ? "skipped" : apart > clockMs ? "failed" : "ok";
  return { id: "clock", state, parts: null };
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
