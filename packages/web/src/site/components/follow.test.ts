import { expect, test } from "vitest";
import { messagesFor } from "../../messages/site/catalogues.ts";
import type { OwnedView } from "../view.ts";
import { waysToFollow } from "./follow.ts";

test("the ways to follow begin with what everybody can use, and their words stand apart", () => {
  const owner = { takesFollowers: true, hasFeeds: true, hasNewsletter: true, url: "https://ada.example/" };
  const page = String(waysToFollow({ owner, messages: messagesFor("en") } as OwnedView));
  expect([...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading)).toEqual([
    "Get new posts by email",
    "With a feed reader",
    "With your own site",
  ]);
  expect(page.replace(/<[^>]*>/g, "")).toContain("Other formats: Atom · JSON Feed");
});
