import { createElement as h } from "react";
import { type Notice, renderNotice } from "./render-notice.ts";

/** What stands where nothing is. */
export function renderNotFound({ owner, assets }: Pick<Notice, "owner" | "assets">): string {
  const way = h("a", { href: "/", key: "way" }, "Go to the front door");
  const words = ["What stood at this address was taken away, or never was. ", way, "."];
  return renderNotice({ owner, assets, title: "Nothing is here", words });
}
