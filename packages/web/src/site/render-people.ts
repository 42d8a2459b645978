import type { Address } from "@freehold/protocol";
import { createElement as h, type ReactElement } from "react";
import { inlineDrawing } from "../drawings/inline-drawing.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import { quietly, renderList } from "./list-page.ts";
import type { OwnedView } from "./view.ts";

/** Another node, as it describes itself. */
export interface SitePerson {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
}

export interface PeoplePage {
  readonly side: "followers" | "following";
  readonly people: readonly SitePerson[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
}

/** Who follows the owner, or whom the owner follows. */
export function renderPeople(view: OwnedView, { side, people, next }: PeoplePage): string {
  const { lists } = view.words;
  const path = `/${side}`;
  const nobody = side === "followers" ? lists.noFollowers : lists.noFollowing;
  const about = side === "followers" ? lists.followersOf : lists.followingOf;
  return renderList(view, {
    title: lists[side],
    path,
    description: about(view.owner.title),
    children:
      people.length === 0
        ? quietly(nobody)
        : h("div", { className: "row" }, h("ul", { className: "column people" }, people.map(person))),
    next: next && `${path}?after=${encodeURIComponent(next)}`,
  });
}

/** An address is shown as its name, with a picture made from it (look.md). */
function person({ address, url, title, description }: SitePerson): ReactElement {
  return h(
    "li",
    { key: address, className: "h-card" },
    inlineDrawing(drawPortrait(address), "portrait", null),
    h(
      "div",
      null,
      h(
        "a",
        { className: "u-url p-name", href: pageOf(url), rel: "noopener noreferrer" },
        title || hostOf(url),
      ),
      h("p", { className: "quiet" }, description || hostOf(url)),
    ),
  );
}

/** Where a node's own word leads; nowhere, when that is no page of the web. */
function pageOf(url: string): string | undefined {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "") ? url : undefined;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
