import { graphql } from "@freehold/client";
import { useEffect, useState } from "react";
import { lastDiagnosisQuery } from "./first-reads.ts";
import { useField } from "./queries.ts";

const key = ["diagnosis"];

/** The results of all checks. They take long and call other nodes: they are repeated on request only. */
export function useDiagnosis(enabled: boolean) {
  const once = { staleTime: Infinity, gcTime: Infinity, retry: false };
  return useField(key, query, {}, { ...once, enabled });
}

/** How long the dashboard is open before it looks for problems by itself, in milliseconds. */
const quietMs = 30_000;
/** How old the last result may be, in milliseconds. */
const freshMs = 24 * 60 * 60_000;

/**
 * The number of checks that failed; 0 where none is known. Where the last diagnosis is more than a day old, one runs after a
 * while.
 */
export function useProblemCount(): number {
  const once = { staleTime: Infinity };
  const last = useField(["last-diagnosis"], lastDiagnosisQuery, {}, once);
  const isOld = last.data !== undefined && Date.now() - Date.parse(last.data?.at ?? "1970") > freshMs;
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), quietMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useDiagnosis(isQuiet && isOld);
  return data ? data.filter(({ state }) => state === "FAILED").length : (last.data?.failed ?? 0);
}

/** The result of a check. */
export const checkFields = graphql(
  "fragment Check on DiagnosisCheck { id state findingParts { code values } adviceParts { code values } }",
);
const query = graphql("query Diagnosis { diagnosis { ...Check } }", [checkFields]);
