import { type ReactElement, type ReactNode, useEffect, useRef } from "react";

/**
 * A button with three dots that opens a list of actions, above it where there is more room; on a phone a sheet from below. Escape,
 * a choice, a touch elsewhere, and the focus elsewhere close it.
 */
export function RowMenu({ label, children }: { label: string; children: ReactNode }): ReactElement {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const touch = ({ target }: Event) => {
      const element = menu.current;
      // The ground behind a sheet is a part of the menu itself.
      if (element?.open && (target === element || !element.contains(target as Node))) element.open = false;
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
    <details
      className="row-menu"
      ref={menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button. */}
      <summary
        aria-label={label}
        onClick={(event) => {
          // Before it is drawn, so that it does not jump.
          event.preventDefault();
          if (menu.current) toggle(menu.current);
        }}
      >
        <span aria-hidden="true">⋯</span>
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and links in it take the keys. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a choice is a click, by key as well. */}
      <div
        className="row-menu-list"
        onClick={() => {
          if (!menu.current) return;
          menu.current.open = false;
          // A dialog that a choice opens gives the focus back to it.
          menu.current.querySelector("summary")?.focus();
        }}
      >
        {children}
      </div>
    </details>
  );
}

/** Opens or closes a menu; open, its list is where it is inside the window. */
function toggle(menu: HTMLDetailsElement): void {
  menu.open = !menu.open;
  menu.classList.remove("is-above", "is-right");
  const list = menu.querySelector(".row-menu-list")?.getBoundingClientRect();
  if (!menu.open || !list) return;
  const { top, bottom } = menu.getBoundingClientRect();
  if (list.bottom > innerHeight && top > innerHeight - bottom) menu.classList.add("is-above");
  if (list.left < 0) menu.classList.add("is-right");
}
