import type { ReactElement } from "react";
import { Link } from "../shell/routes.tsx";

/** Links to the parts of a view, each with the number of its items, if there are any. */
export function Tabs<Name extends string>({
  label,
  look = "tabs",
  path,
  names,
  current,
  texts,
  counts,
  formatCount,
}: {
  label: string;
  /** Pills stand below tabs. */
  look?: "tabs" | "pills";
  /** Of the view, below `/console`. */
  path: string;
  names: readonly Name[];
  current: Name;
  texts: Readonly<Record<Name, string>>;
  counts?: Readonly<Partial<Record<Name, number>>> | undefined;
  formatCount?: (count: number) => string;
}): ReactElement {
  return (
    <nav className={look} aria-label={label}>
      {names.map((name) => {
        const count = counts?.[name] ?? 0;
        return (
          <Link key={name} to={`${path}/${name}`} aria-current={name === current ? "page" : undefined}>
            {texts[name]}
            {count > 0 && <small> {formatCount?.(count)}</small>}
          </Link>
        );
      })}
    </nav>
  );
}
