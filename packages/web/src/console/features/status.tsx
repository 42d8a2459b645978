import type { ReactElement } from "react";
import { type FindingPart, formatFinding } from "../../messages/console/format-finding.ts";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "../components/controls.tsx";
import { useField } from "../queries.ts";
import "./status.css";

type State = "OK" | "WARNING" | "FAILED" | "SKIPPED";

/** The results of `freehold doctor`, problems first. */
export default function Status(): ReactElement {
  const { status: texts, failed, views, language } = useMessages();
  // A diagnosis takes long and calls other nodes: repeat it only on request.
  const once = { staleTime: Infinity, retry: false };
  const { data, error, isFetching, refetch } = useField<readonly Check[]>(["diagnosis"], query, {}, once);
  const checks = data?.toSorted((a, b) => order[a.state] - order[b.state]) ?? [];
  const wrong = checks.filter(({ state }) => state === "FAILED" || state === "WARNING").length;
  return (
    <>
      <h2 className="unseen">{views.status}</h2>
      <p role="status" className="hint">
        {isFetching ? texts.checking : data && (wrong === 0 ? texts.allWell : texts.wrong(wrong))}
      </p>
      {error && <p role="alert">{failed(error.message)}</p>}
      <ul className="diagnosis">
        {checks.map((check) => (
          <li key={check.id} data-state={check.state}>
            <strong>{texts.states[check.state]}</strong>
            <p>
              {formatFinding(check.findingParts, language)}
              {check.adviceParts.length > 0 && (
                <span className="advice">{formatFinding(check.adviceParts, language)}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Button look="plain" disabled={isFetching} onClick={() => refetch()} text={texts.again} />
    </>
  );
}

const order: Record<State, number> = { FAILED: 0, WARNING: 1, OK: 2, SKIPPED: 3 };

interface Check {
  readonly id: string;
  readonly state: State;
  readonly findingParts: readonly FindingPart[];
  readonly adviceParts: readonly FindingPart[];
}

const query = /* GraphQL */ `
  query Diagnosis {
    diagnosis {
      id state
      findingParts { code values }
      adviceParts { code values }
    }
  }
`;
