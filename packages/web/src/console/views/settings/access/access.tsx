import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ConfirmDialog } from "../../../publications/confirm-dialog.tsx";
import { sayMoment } from "../../../publications/say-moment.ts";
import { sayProblem } from "../../../say-problem.ts";
import { Trouble } from "../../../trouble.tsx";
import { useWords } from "../../../words/use-words.ts";
import { sayList } from "../say-list.ts";
import { NewToken } from "./new-token.tsx";
import { readTokens, revokeToken, type Token } from "./tokens.ts";

/** Where the owner is signed in, and which programs may do something in the owner's name. */
export default function AccessSettings(): ReactElement {
  const all = useWords();
  const words = all.settings.access;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => readTokens(signal),
  });
  const [asked, setAsked] = useState<Token | null>(null);
  const revoke = useMutation({ mutationFn: revokeToken, onSettled: () => refetch() });
  const of = (kind: Token["kind"]) => data?.tokens.filter((token) => token.kind === kind) ?? [];
  const own = data?.own ?? null;
  const sessions = of("CLIENT").sort((a, b) => Number(b.id === own) - Number(a.id === own));
  return (
    <>
      <Trouble error={error} onRetry={() => void refetch()} />
      {isPending && <p className="stills" aria-busy="true" />}
      {revoke.error && (
        <p role="alert" className="trouble">
          {sayProblem(all, revoke.error)}
        </p>
      )}
      <p role="status" className="unseen">
        {revoke.isSuccess && words.ended}
      </p>
      {data && (
        <>
          <h2>{words.sessions}</h2>
          <p className="hint">{words.sessionsHint}</p>
          <ul className="settings-rows">
            {sessions.map((token) => (
              <li key={token.id}>
                <div>
                  <p className="strong">{token.label ?? words.someDevice}</p>
                  <p className="hint">{token.id === own ? words.here : <LastUse token={token} />}</p>
                </div>
                {token.id !== own && (
                  <button
                    type="button"
                    className="plain"
                    disabled={revoke.isPending}
                    onClick={() => revoke.mutate(token.id)}
                  >
                    {words.signOutThere}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <h2>{words.programs}</h2>
          <p className="hint">{words.programsHint}</p>
          {of("INTEGRATION").length === 0 && <p className="empty">{words.noPrograms}</p>}
          <ul className="settings-rows">
            {of("INTEGRATION").map((token) => (
              <li key={token.id}>
                <div>
                  <p className="strong">{token.label}</p>
                  <p>
                    {sayList(
                      token.scopes.map((scope) => words.scopes[scope as keyof typeof words.scopes]),
                      all.language,
                    )}
                  </p>
                  <p className="hint">
                    <LastUse token={token} />
                  </p>
                </div>
                <button
                  type="button"
                  className="plain"
                  disabled={revoke.isPending}
                  onClick={() => setAsked(token)}
                >
                  {words.revoke}
                </button>
              </li>
            ))}
          </ul>
          <NewToken onMade={() => refetch()} />
        </>
      )}
      {asked && (
        <ConfirmDialog
          title={words.revokeTitle(asked.label ?? "")}
          explain={words.revokeExplain}
          act={words.revoke}
          onClose={(isConfirmed) => {
            setAsked(null);
            if (isConfirmed) revoke.mutate(asked.id);
          }}
        />
      )}
    </>
  );
}

/** When it was used last, and until when it is good. */
function LastUse({ token }: { token: Token }): ReactElement {
  const { language, settings } = useWords();
  const words = settings.access;
  const moment = (iso: string) => sayMoment(Date.parse(iso), language);
  const day = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { dateStyle: "medium" });
  return (
    <>
      {token.lastUsedAt === null ? words.neverUsed : words.usedAt(moment(token.lastUsedAt))}{" "}
      {token.isExpired && words.isOver}
      {!token.isExpired && token.expiresAt !== null && words.until(day.format(Date.parse(token.expiresAt)))}
    </>
  );
}
