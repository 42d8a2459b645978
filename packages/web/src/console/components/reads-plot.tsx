import type { ReactElement } from "react";
import "./reads-plot.css";

const height = 16;
const step = 2;

/** The reads of some days as bars, the oldest first; the last one is today. @param props.label for people who don't see it; null where words beside it say the same */
export function ReadsPlot({ days, label }: { days: readonly number[]; label: string | null }): ReactElement {
  const most = Math.max(1, ...days);
  return (
    <svg
      className="reads-plot"
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label ?? undefined}
      aria-hidden={label === null}
      focusable={false}
    >
      {days.map((reads, index) => {
        // A day with few reads is seen beside one with many; one without any is a line.
        const tall = reads === 0 ? 0.5 : Math.max(2, (reads / most) * height);
        // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
        return <rect key={index} x={index * step} y={height - tall} width={step - 0.5} height={tall} />;
      })}
    </svg>
  );
}

/** The sum of the last days of a series. */
export function sumOfLast(days: readonly number[], count: number): number {
  return days.slice(-count).reduce((sum, reads) => sum + reads, 0);
}
