import { type ReactElement, useDeferredValue, useMemo } from "react";
import { countWords } from "../../../markdown/text/count-words.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";

/** The number of words of a text, and the time to read it; nothing for an empty text. */
export function WordCount({ text, look }: { text: string; look: string }): ReactElement | null {
  const { editor } = useMessages();
  const body = useDeferredValue(text);
  const { words, minutes } = useMemo(() => countWords(body), [body]);
  if (words === 0) return null;
  return (
    <span className={look}>
      {editor.words(words)}
      {minutes > 0 && ` · ${editor.minutes(minutes)}`}
    </span>
  );
}
