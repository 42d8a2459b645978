import type { Hash } from "@freehold/protocol";
import { expect, test } from "vitest";
import { readReferences } from "../../../markdown/references.ts";
import { beginWithQuote, quoteOf } from "./timeline-entry.tsx";

const contentHash: Hash = `0x${"ab".repeat(32)}`;

test("one's own post is quoted by its page, another node's by its hash there", () => {
  const url = "https://ada.example/slug/one";
  expect(quoteOf({ url, contentHash }, null)).toBe(url);
  expect(quoteOf({ url: "https://bea.example/slug/one", contentHash }, "https://bea.example/")).toBe(
    `https://bea.example/publications/${contentHash}`,
  );
  expect(quoteOf({ url: null, contentHash }, null)).toBeNull();
});

test.each(["", "My own words, and a [link](https://example.org).", "- a list\n- of two"])(
  "what is written above it leaves the quote a quote: %j",
  (messages) => {
    const address = `https://bea.example/publications/${contentHash}`;
    expect(readReferences(`${messages}${beginWithQuote(address)}`).quotes).toEqual([address]);
  },
);
