import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ask } from "../../../ask.ts";
import { sayMoment } from "../../../publications/say-moment.ts";
import { Trouble } from "../../../trouble.tsx";
import { useSiteWords, useWords } from "../../../words/use-words.ts";

interface Reply {
  readonly dailyBackups: {
    readonly kept: number;
    readonly last: { readonly madeAt: string; readonly bytes: number } | null;
    readonly failure: { readonly at: string; readonly reason: string } | null;
  };
}

/** When the node last made a backup by itself, how large it is, and whether the next one failed. */
export function DailyBackups(): ReactElement | null {
  const { language, settings } = useWords();
  const words = settings.data.daily;
  const { size } = useSiteWords();
  const { data, error, refetch } = useQuery({
    queryKey: ["daily-backups"],
    queryFn: async ({ signal }) => (await ask<Reply>(query, {}, signal)).dailyBackups,
  });
  if (!data) return <Trouble error={error} onRetry={refetch} />;
  const { kept, last, failure } = data;
  const when = (moment: string) => sayMoment(Date.parse(moment), language);
  const made = last && words.last(when(last.madeAt), size(last.bytes));
  if (kept === 0) {
    return (
      <>
        <p>{words.none}</p>
        {made && <p className="hint">{made}</p>}
      </>
    );
  }
  return (
    <>
      {failure && (
        <p role="alert" className="trouble">
          {words.failed(when(failure.at), failure.reason)}
        </p>
      )}
      <p>{made ?? (failure ? null : words.notYet)}</p>
      <p className="hint">{words.kept(kept)}</p>
    </>
  );
}

const query = /* GraphQL */ `
  query DailyBackups {
    dailyBackups {
      kept
      last {
        madeAt
        bytes
      }
      failure {
        at
        reason
      }
    }
  }
`;
