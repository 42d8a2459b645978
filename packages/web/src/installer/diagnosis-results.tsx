import type { ReactElement } from "react";
import { formatFinding } from "../messages/console/format-finding.ts";
import type { InstallerMessages } from "../messages/installer/en.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { Look, LookState } from "./diagnosis.ts";

/** What was found on the way in, what is wrong first, each with the one thing to do. */
export function Looks({ again, isLooking, looks, problem }: LookState): ReactElement | null {
  const words = useInstallerMessages();
  const well = looks.filter(({ state }) => state === "ok");
  const wrong = ["failed", "warning"].flatMap((bad) => looks.filter(({ state }) => state === bad));
  if (!isLooking && problem === null && looks.length === 0) return null;
  return (
    <section className="looks" aria-busy={isLooking}>
      <p role="status" className="hint">
        {isLooking && words.place.looking}
        {looks.length > 0 && (wrong.length > 0 ? words.place.notYet : words.place.allWell)}
      </p>
      {problem && <p className="trouble">{words.look[problem === "forbidden" ? "failed" : problem]}</p>}
      {wrong.length > 0 && <Lines looks={wrong} />}
      {well.length > 0 && (
        <details className="looks-well">
          <summary>{words.place.well(well.length)}</summary>
          <Lines looks={well} />
        </details>
      )}
      {!isLooking && (
        <button type="button" className="plain small" onClick={again}>
          {words.place.look}
        </button>
      )}
    </section>
  );
}

function Lines({ looks }: { looks: readonly Look[] }): ReactElement {
  return (
    <ul>
      {looks.map((look) => (
        <Line key={look.id} look={look} />
      ))}
    </ul>
  );
}

function Line({ look: { id, state, said } }: { look: Look }): ReactElement {
  const { language, marks, place, checks } = useInstallerMessages();
  const known: InstallerMessages["checks"][keyof InstallerMessages["checks"]] | undefined =
    checks[id as keyof InstallerMessages["checks"]];
  const exact = formatFinding([...(said?.finding ?? []), ...(said?.advice ?? [])], language);
  return (
    <li data-state={state}>
      <span className="look-mark">{marks[state]}</span>
      <div>
        <strong>{known?.name ?? id}</strong> {known && (state === "ok" ? known.well : known.wrong)}
        {state !== "ok" && exact && (
          <details open>
            <summary>{place.nodeSays}</summary>
            <p>{exact}</p>
          </details>
        )}
      </div>
    </li>
  );
}
