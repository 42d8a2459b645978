import { type ReactElement, type ReactNode, useEffect, useRef } from "react";

/** A button with three dots that opens a list of actions. Escape, a choice, and a touch elsewhere close it. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }): ReactElement {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const touch = ({ target }: Event) => {
      const element = menu.current;
      if (element?.open && !element.contains(target as Node)) element.open = false;
    };
    const press = ({ key }: KeyboardEvent) => {
      const element = menu.current;
      if (key !== "Escape" || !element?.open) return;
      element.open = false;
      element.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", touch);
    addEventListener("keydown", press);
    return () => {
      removeEventListener("pointerdown", touch);
      removeEventListener("keydown", press);
    };
  }, []);
  return (
    <details className="row-menu" ref={menu}>
      <summary aria-label={label}>
        <span aria-hidden="true">⋯</span>
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and links in it take the keys. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a choice is a click, by key as well. */}
      <div
        className="row-menu-list"
        onClick={() => {
          if (menu.current) menu.current.open = false;
        }}
      >
        {children}
      </div>
    </details>
  );
}
