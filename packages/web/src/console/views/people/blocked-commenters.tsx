import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { type CommenterBlock, readCommenterBlocks, unblockCommenter } from "../../people/commenter-blocks.ts";
import { sayProblem } from "../../say-problem.ts";
import { MoreButton } from "../../shell/more-button.tsx";
import { usePages } from "../../shell/use-pages.ts";
import { Trouble } from "../../trouble.tsx";
import { useSiteWords, useWords } from "../../words/use-words.ts";

/** Authors by mail whose comments are not taken, and the way back; nothing where there are none. */
export function BlockedCommenters(): ReactElement | null {
  const words = useWords();
  const client = useQueryClient();
  const list = usePages(["commenter-blocks"], readCommenterBlocks);
  const unblock = useMutation({
    mutationFn: unblockCommenter,
    onSettled: () => client.invalidateQueries(),
  });
  const blocks = list.data ?? [];
  if (blocks.length === 0) return <Trouble error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <section>
      <h2>{words.people.blockedByMail}</h2>
      <p className="hint">{words.people.blockedByMailHint}</p>
      <ul className="rows">
        {blocks.map((block) => (
          <BlockedCommenter key={block.id} block={block} onUnblock={() => unblock.mutate(block.id)} />
        ))}
      </ul>
      <MoreButton list={list} />
      {unblock.error && <p role="alert">{sayProblem(words, unblock.error)}</p>}
    </section>
  );
}

function BlockedCommenter({
  block: { authorName, createdAt, reason },
  onUnblock,
}: {
  block: CommenterBlock;
  onUnblock: () => void;
}): ReactElement {
  const { people } = useWords();
  const site = useSiteWords();
  return (
    <li className="row">
      <div className="row-words">
        <strong className="row-name">{authorName}</strong>
        <small>
          <span>{people.since.blocked(site.day(Date.parse(createdAt)))}</span>
          {reason && <span>{people.note(reason)}</span>}
        </small>
      </div>
      <button
        type="button"
        className="plain small"
        aria-label={`${people.unblock} ${authorName}`}
        onClick={onUnblock}
      >
        {people.unblock}
      </button>
    </li>
  );
}
