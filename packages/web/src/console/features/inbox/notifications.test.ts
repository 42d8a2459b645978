import { expect, test } from "vitest";
import { en } from "../../../messages/console/en.ts";
import { firstEn } from "../../../messages/console/first-en.ts";
import { describeNotice } from "./notifications.tsx";

const messages = { ...firstEn, ...en };

test("a comment needs the owner only while it waits, not once it is approved, hidden or deleted", () => {
  const data = { authorName: "Ben", state: "pending" };
  const sentenceOf = (state: "HELD" | "PUBLISHED" | "REJECTED" | null) => {
    const comment = state && ({ state, mention: null } as Parameters<typeof describeNotice>[0]["comment"]);
    return describeNotice({ type: "COMMENT", data, comment }, messages, String).sentence;
  };
  expect(sentenceOf("HELD")).toBe(messages.notices.commentWaits("Ben"));
  expect((["PUBLISHED", "REJECTED"] as const).map(sentenceOf)).toEqual(
    Array(2).fill(messages.notices.comment("Ben")),
  );
  expect(sentenceOf(null)).toBe(messages.notices.commentGone("Ben"));
});
