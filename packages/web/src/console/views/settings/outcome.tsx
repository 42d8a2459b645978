import type { ReactElement } from "react";
import { sayProblem } from "../../say-problem.ts";
import { useWords } from "../../words/use-words.ts";

/** Says that a change is kept, or what came between. */
export function Outcome({
  of: { isSuccess, error },
}: {
  of: { readonly isSuccess: boolean; readonly error: unknown };
}): ReactElement {
  const words = useWords();
  return (
    <>
      <p role="status" className="outcome hint">
        {isSuccess && words.settings.kept}
      </p>
      {Boolean(error) && (
        <p role="alert" className="trouble">
          {words.settings.takenBack(sayProblem(words, error))}
        </p>
      )}
    </>
  );
}
