import type { ReactElement } from "react";
import { groupDigits } from "../messages/site/format.ts";

/** An address in groups of four. The stylesheet draws the gaps, so that a copy has none. */
export function Digits({ hex }: { hex: string }): ReactElement {
  let at = 0;
  return (
    <code className="digits">
      {groupDigits(hex).map((group) => {
        at += group.length;
        return <span key={at}>{group}</span>;
      })}
    </code>
  );
}
