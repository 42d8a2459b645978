import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { readTitle } from "../../../markdown/text/opening.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatMoment } from "../../components/format.ts";
import { Link } from "../../shell/routes.tsx";
import { type DraftCopy, listCopies } from "../write/drafts/draft-copies.ts";

/** The texts that this browser keeps, while the list of the node can't be loaded: each opens in the editor. */
export default function KeptDrafts(): ReactElement | null {
  const messages = useMessages();
  const { data = [] } = useQuery({
    queryKey: ["kept-drafts"],
    queryFn: async () => latestOfEach(await listCopies()),
    networkMode: "always",
    gcTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <section aria-label={messages.postTable.kept}>
      <h2>{messages.postTable.kept}</h2>
      <ul className="rows">
        {data.map(({ key, at, draft, text }) => (
          <li key={key} className="row">
            <div className="row-text">
              <Link to={draft === null ? "/write" : `/write/${draft.id}`}>
                {readTitle(text.body) || messages.signing.untitled}
              </Link>
              <small>{messages.postTable.edited(formatMoment(at, messages.language))}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest copy of each draft, and of new texts the one that the editor opens. */
function latestOfEach(copies: readonly DraftCopy[]): DraftCopy[] {
  const newest = new Map<string, DraftCopy>();
  for (const copy of [...copies].sort((a, b) => a.at - b.at)) {
    if (copy.draft !== null || !copy.isSaved) newest.set(copy.draft?.id ?? "", copy);
  }
  return [...newest.values()].sort((a, b) => b.at - a.at);
}
