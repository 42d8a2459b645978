import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime } from "../../components/format.ts";
import { LoadState, Trouble } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { useAction, useField } from "../../queries.ts";
import { Link } from "../../shell/routes.tsx";

/** A clock that jumped ahead, and posts that are signed for a future time, with the ways out; nothing while all is well. */
export function ClockDoubt(): ReactElement | null {
  const { status, language } = useMessages();
  const texts = status.clock;
  const query = useField(["clock"], clockQuery);
  const confirm = useAction(confirmClock);
  const withdraw = useAction(withdrawFuturePosts);
  const { data: clock } = query;
  if (!clock) return <LoadState of={query} />;
  const { now, isInDoubt, lastGood, futurePosts } = clock;
  if (!isInDoubt && futurePosts.length === 0) return null;
  const moment = (time: string) => formatDateTime(Date.parse(time), language);
  return (
    <section aria-label={texts.title} className="status-trouble">
      <h3>{texts.title}</h3>
      {isInDoubt && lastGood !== null && (
        <>
          <p>{texts.jumped(moment(lastGood), moment(now))}</p>
          <p className="hint">{texts.whatToDo}</p>
          <Button
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ now })}
            text={texts.confirm(moment(now))}
          />
        </>
      )}
      {futurePosts.length > 0 && (
        <>
          <p>{texts.future(futurePosts.length)}</p>
          <ul className="future-posts">
            {futurePosts.map((id) => (
              <li key={id}>
                <Link to={`/posts/delivery/${id}`}>{texts.post(id)}</Link>
              </li>
            ))}
          </ul>
          <Button
            look="plain"
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate({ ids: futurePosts })}
            text={texts.withdraw(futurePosts.length)}
          />
        </>
      )}
      <Trouble error={confirm.error ?? withdraw.error} />
    </section>
  );
}

const clockQuery = graphql("query Clock { clock { now isInDoubt lastGood futurePosts } }");
const confirmClock = mutation(
  graphql("mutation ConfirmClock($input: ConfirmClockInput!) { confirmClock(input: $input) }"),
);
const withdrawFuturePosts = mutation(
  graphql(
    "mutation WithdrawFuturePosts($input: WithdrawFuturePostsInput!) { withdrawFuturePosts(input: $input) }",
  ),
);
