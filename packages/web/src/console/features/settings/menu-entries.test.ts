import { expect, test } from "vitest";
import { type ArrangedEntry, arrangeMenu, menuLimits } from "../../../site/menu.ts";
import { addLink, moveEntry, withAbsentPages } from "./menu-entries.ts";

const entries = arrangeMenu([], []);
const pathsOf = (list: readonly { path: string }[]) => list.map(({ path }) => path);

test.each([
  ["/about", 0, ["/about", "/archive", "/search"]],
  ["/about", 2, ["/archive", "/search", "/about"]],
  ["/archive", 2, ["/about", "/search", "/archive"]],
  ["/archive", -1, ["/archive", "/about", "/search"]],
  ["/search", 3, ["/archive", "/about", "/search"]],
  ["/none", 1, ["/archive", "/about", "/search"]],
] as const)("%s moves to place %i", (to, place, paths) => {
  expect(pathsOf(moveEntry(entries, to, place))).toEqual(paths);
});

test("a page that is in the trash now keeps its name and place", () => {
  const choice = (to: string, name = "") => ({ to, name, isHidden: false });
  const saved = [choice("/archive"), choice("/publications/7", "Now"), choice("/search")];
  const written = withAbsentPages([choice("/search"), choice("/archive")], saved);
  expect(written).toEqual([choice("/search"), choice("/publications/7", "Now"), choice("/archive")]);
  // A link that was removed stays away.
  expect(
    withAbsentPages([choice("/search")], [choice("https://a.example/", "A"), choice("/search")]),
  ).toEqual([choice("/search")]);
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
  ["A post", "/slug/post", "ownPost"],
  ["Archive", "/archive", "twice"],
])("a link %j to %j is refused: %s", (name, address, problem) => {
  expect(addLink(entries, { name, address })).toBe(problem);
});

test("a page that is in the menu is not added again, and a full menu says that it is full", () => {
  const pages = arrangeMenu([], [{ path: "/slug/who", title: "Who I am" }]);
  expect(addLink(pages, { name: "Who", address: "/slug/who" })).toBe("twice");
  const links = Array.from({ length: menuLimits.menuEntries }, (_, at) => ({
    name: `${at}`,
    address: `/tags/${at}`,
  }));
  const full = links.reduce<readonly ArrangedEntry[]>((menu, link) => {
    const next = addLink(menu, link);
    return typeof next === "string" ? menu : next;
  }, entries);
  expect(full).toHaveLength(menuLimits.menuEntries);
  expect(addLink(full, { name: "One more", address: "/tags/more" })).toBe("full");
});
