import type { ReactElement } from "react";
import { Button } from "../console/components/controls.tsx";
import { formatFinding } from "../messages/console/format-finding.ts";
import type { InstallerMessages } from "../messages/installer/en.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { CheckResult, DiagnosisState } from "./diagnosis.ts";

/** The results of the diagnosis, failures first, each with the one thing to do. */
export function DiagnosisResults({
  repeat,
  isRunning,
  results,
  problem,
}: DiagnosisState): ReactElement | null {
  const messages = useInstallerMessages();
  const passed = results.filter(({ state }) => state === "ok");
  const failed = ["failed", "warning"].flatMap((bad) => results.filter(({ state }) => state === bad));
  if (!isRunning && problem === null && results.length === 0) return null;
  return (
    <section className="diagnosis" aria-busy={isRunning}>
      <p role="status" className="hint">
        {isRunning && messages.address.checking}
        {results.length > 0 && (failed.length > 0 ? messages.address.notYet : messages.address.allPassed)}
      </p>
      {problem && (
        <p className="trouble">{messages.diagnosisProblems[problem === "forbidden" ? "failed" : problem]}</p>
      )}
      {failed.length > 0 && <CheckList results={failed} />}
      {passed.length > 0 && (
        <details className="passed-checks">
          <summary>{messages.address.passed(passed.length)}</summary>
          <CheckList results={passed} />
        </details>
      )}
      {!isRunning && <Button look="plain small" onClick={repeat} text={messages.address.checkAgain} />}
    </section>
  );
}

function CheckList({ results }: { results: readonly CheckResult[] }): ReactElement {
  return (
    <ul>
      {results.map((result) => (
        <Check key={result.id} result={result} />
      ))}
    </ul>
  );
}

function Check({ result: { id, state, parts } }: { result: CheckResult }): ReactElement {
  const { language, marks, address, checks } = useInstallerMessages();
  const known: InstallerMessages["checks"][keyof InstallerMessages["checks"]] | undefined =
    checks[id as keyof InstallerMessages["checks"]];
  const exact = formatFinding([...(parts?.finding ?? []), ...(parts?.advice ?? [])], language);
  return (
    <li data-state={state}>
      <span className="check-mark">{marks[state]}</span>
      <div>
        <strong>{known?.name ?? id}</strong> {known && (state === "ok" ? known.well : known.wrong)}
        {state !== "ok" && exact && (
          <details open>
            <summary>{address.details}</summary>
            <p>{exact}</p>
          </details>
        )}
      </div>
    </li>
  );
}
