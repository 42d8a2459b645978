import { expect, test } from "vitest";
import { arrangeMenu } from "../../../site/menu.ts";
import { addLink, moveEntry } from "./menu-entries.ts";

const entries = arrangeMenu([], []);
const pathsOf = (list: readonly { path: string }[]) => list.map(({ path }) => path);

test.each([
  ["/about", -1, ["/about", "/archive", "/search"]],
  ["/about", 1, ["/archive", "/search", "/about"]],
  ["/archive", -1, ["/archive", "/about", "/search"]],
  ["/search", 1, ["/archive", "/about", "/search"]],
  ["/none", 1, ["/archive", "/about", "/search"]],
] as const)("%s moves by %i", (to, step, paths) => {
  expect(pathsOf(moveEntry(entries, to, step))).toEqual(paths);
});

test.each([
  ["Shop", "https://shop.example/", "https://shop.example/"],
  ["Shop", " shop.example/tea ", "https://shop.example/tea"],
  ["Tea", "/tags/tea", "/tags/tea"],
])("a link %s to %s is added after the others", (name, address, to) => {
  const next = addLink(entries, { name, address });
  expect(typeof next === "string" ? next : next.at(-1)).toEqual({
    to,
    path: to,
    name,
    title: name,
    isHidden: false,
    isLink: true,
  });
});

test.each([
  ["", "https://shop.example/", "badLink"],
  ["Shop", "", "badLink"],
  ["Shop", "javascript:alert(1)", "badLink"],
  ["Shop", "//shop.example", "badLink"],
  ["A post", "/slug/post", "badLink"],
  ["Archive", "/archive", "twice"],
])("a link %j to %j is refused: %s", (name, address, problem) => {
  expect(addLink(entries, { name, address })).toBe(problem);
});
