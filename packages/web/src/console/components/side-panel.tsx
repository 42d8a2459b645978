import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { Button } from "./controls.tsx";

/** The panel at the right; on a phone, above the rest. */
export function SidePanel({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const messages = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside className="details" aria-labelledby="details-title">
      <header>
        <h2 id="details-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button look="quiet" onClick={onClose} text={messages.close} />
      </header>
      {children}
    </aside>
  );
}

/** A label and its value in a list of details. */
export function DetailField({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
