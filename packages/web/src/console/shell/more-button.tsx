import type { ReactElement } from "react";
import { useWords } from "../words/use-words.ts";

/** Fetches the next page of a list, where there is one. */
export function MoreButton({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
}): ReactElement | null {
  const words = useWords();
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="plain show-more"
      disabled={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {words.more}
    </button>
  );
}
