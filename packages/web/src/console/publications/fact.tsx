import type { ReactElement, ReactNode } from "react";

/** A name and what it says, in the list of details. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
