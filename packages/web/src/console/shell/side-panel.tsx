import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useWords } from "../words/use-words.ts";

/** What stands at the right when it is asked for; on a phone, over the rest. */
export function SidePanel({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside className="details" aria-labelledby="details-title">
      <header>
        <h2 id="details-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="quiet" onClick={onClose}>
          {words.close}
        </button>
      </header>
      {children}
    </aside>
  );
}
