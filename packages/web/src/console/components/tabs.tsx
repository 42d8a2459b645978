import { type ReactElement, useEffect, useRef } from "react";
import { Link } from "../shell/routes.tsx";

/**
 * Links to the parts of a view, each with the number of its items, if there are any. Where they don't fit, the row scrolls
 * sideways to the current one.
 */
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
  /** The path of the view, below `/console`. */
  path: string;
  names: readonly Name[];
  /** Null: none yet. */
  current: Name | null;
  texts: Readonly<Record<Name, string>>;
  counts?: Readonly<Partial<Record<Name, number>>> | undefined;
  formatCount?: (count: number) => string;
}): ReactElement {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>(`[href$="/${current}"]`);
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} className={look} aria-label={label}>
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
