import { expect, test } from "vitest";
import { readLinkAddress } from "./link-address.ts";

const base = "https://me.example/console/write/1";

test.each([
  ["https://else.example/a?b#c", "https://else.example/a?b#c"],
  ["<https://else.example/a b>", "https://else.example/a%20b"],
  ["http://else.example", "http://else.example/"],
  ["/slug/salt", "https://me.example/slug/salt"],
  ["mailto:bea@else.example", "mailto:bea@else.example"],
])("%s is opened", (written, address) => {
  expect(readLinkAddress(written, base)).toBe(address);
});

test.each([
  "javascript:alert(document.cookie)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "<javascript:alert(1)>",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://me.example/0",
  "filesystem:https://me.example/temporary/a.html",
  "file:///etc/passwd",
  "vbscript:msgbox(1)",
  "about:blank",
  "view-source:https://me.example/",
  "ms-settings:",
  "tel:+1900",
  "https://",
])("%s is not", (written) => {
  expect(readLinkAddress(written, base)).toBeNull();
});
