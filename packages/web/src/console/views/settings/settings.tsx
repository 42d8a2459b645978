import { type ReactElement, Suspense } from "react";
import { Link } from "../../shell/link.tsx";
import { useWords } from "../../words/use-words.ts";
import { sections } from "./sections.ts";
import "./settings.css";

/** What the owner decides about the house, a section at a time. */
export default function Settings({ rest }: { rest: readonly string[] }): ReactElement {
  const words = useWords();
  const current = sections.find(({ name }) => name === rest[0]) ?? sections[0];
  return (
    <div className="settings">
      <h1>{words.places.settings}</h1>
      <nav className="tabs" aria-label={words.settings.sections}>
        {sections.map(({ name }) => (
          <Link
            key={name}
            to={`/settings/${name}`}
            aria-current={name === current?.name ? "page" : undefined}
          >
            {words.settings.names[name]}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<p className="stills" aria-busy="true" />}>
        {current && <current.View key={current.name} />}
      </Suspense>
    </div>
  );
}
