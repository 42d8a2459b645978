import { type ReactElement, useEffect, useRef } from "react";
import { CopyButton } from "../../publications/copy-button.tsx";
import { useWords } from "../../words/use-words.ts";

/** Something that is shown this once, to be copied. */
export function Secret({
  title,
  explain,
  secret,
  onDone,
}: {
  title: string;
  explain: string;
  secret: string;
  onDone: () => void;
}): ReactElement {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel secret" aria-label={title}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <p>{explain}</p>
      <p className="secret-text">
        <code>{secret}</code>
      </p>
      <div className="choices">
        <CopyButton text={secret} />
        <button type="button" onClick={onDone}>
          {words.settings.hasIt}
        </button>
      </div>
    </section>
  );
}
