import { expect, test } from "vitest";
import { renderMarkdown } from "../../../markdown/render-markdown.ts";
import { writeReference } from "./write-reference.ts";

test.each(["A cat", "a [b](c) ]( d", "back\\slash *not* `code` <b>", "two\n\nlines", "鲸鱼"])(
  "the name %j comes through whole",
  (name) => {
    const picture = renderMarkdown(writeReference({ isPicture: true, name, path: "/api/contents/1" })).html;
    const alt = name.replace(/\s+/g, " ").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    expect(picture).toContain(`<img src="/api/contents/1" alt="${alt}"`);
    expect(writeReference({ isPicture: false, name: "notes.pdf", path: "/api/contents/2" })).toBe(
      "[notes.pdf](/api/contents/2)",
    );
  },
);
