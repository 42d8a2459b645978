import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { ReadsPlot, sumOfLast } from "../components/reads-plot.tsx";
import { Link } from "../shell/routes.tsx";

const spans = { today: 1, week: 7, month: 30 } as const;

/** The reads of all posts in a line, with a link to the most read ones. */
export default function ReadsSummary({ days }: { days: readonly number[] }): ReactElement {
  const { reads: texts } = useMessages();
  return (
    <section className="reads-summary" aria-labelledby="reads-summary" title={texts.hint}>
      <h2 id="reads-summary">{texts.title}</h2>
      <dl>
        {(Object.keys(spans) as (keyof typeof spans)[]).map((name) => (
          <div key={name}>
            <dt>{texts.spans[name]}</dt>
            <dd>{texts.number(sumOfLast(days, spans[name]))}</dd>
          </div>
        ))}
      </dl>
      <Link to="/posts?sort=reads">
        <ReadsPlot days={days} label={texts.all(sumOfLast(days, days.length))} />
      </Link>
    </section>
  );
}
