import { createElement as h, type ReactElement } from "react";
import type { Messages } from "../messages/site/en.ts";

/** The way to newer and to older pages of a list that is numbered; nothing where there is one page. */
export function pager(
  { page, pageCount }: { page: number; pageCount: number },
  path: string,
  { home }: Messages,
): ReactElement | null {
  if (pageCount <= 1) return null;
  const link = (to: number, rel: string, said: string) =>
    h("a", { href: to === 1 ? path : `${path}?page=${to}`, rel }, said);
  return h(
    "nav",
    { className: "pager row", "aria-label": home.pages },
    h(
      "div",
      { className: "column" },
      page > 1 ? link(Math.min(page - 1, pageCount), "prev", home.newer) : null,
      page < pageCount ? link(page + 1, "next", home.older) : null,
    ),
  );
}
