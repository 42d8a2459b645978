import type { AnchorHTMLAttributes, MouseEvent, ReactElement } from "react";
import { addressOf, goTo } from "./route.ts";

/** A link to a path below `/console`; with a modifier key it is one like any other. */
export function Link({
  to,
  ...rest
}: { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">): ReactElement {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  };
  return <a {...rest} href={addressOf(to)} onClick={follow} />;
}
