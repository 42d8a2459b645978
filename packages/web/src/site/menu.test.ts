import { expect, test } from "vitest";
import { arrangeMenu, isMenuAddress, menuLimits, menuOf, writeMenu } from "./menu.ts";

const pages = [
  { path: "/slug/who", title: "Who I am and what I do" },
  { path: "/publications/7", title: "Now" },
];
const arranged = (setting: string) =>
  arrangeMenu(menuOf(setting) ?? [], pages)
    .filter(({ isHidden }) => !isHidden)
    .map(({ path, name, title }) => [path, name || title]);

test("a menu that nobody arranged has the archive, the pages or About, and the search", () => {
  expect(arranged("").map(([path]) => path)).toEqual(["/archive", "/slug/who", "/publications/7", "/search"]);
  expect(arrangeMenu([], []).map(({ path }) => path)).toEqual(["/archive", "/about", "/search"]);
});

test("entries stand in the owner's order with short names and links; later pages come last, and gone ones are left out", () => {
  const setting = JSON.stringify([
    { to: "https://shop.example/", name: "Shop" },
    { to: "/slug/who", name: "Who" },
    { to: "/tags/tea", name: "Tea" },
    { to: "/slug/gone", name: "Gone" },
    { to: "/search", isHidden: true },
    { to: "/about" },
  ]);
  expect(arranged(setting)).toEqual([
    ["https://shop.example/", "Shop"],
    ["/slug/who", "Who"],
    ["/tags/tea", "Tea"],
    ["/about", null],
    ["/archive", null],
    ["/publications/7", "Now"],
  ]);
});

test("a setting is written as it was read", () => {
  const setting = '[{"to":"/search","name":"Find"},{"to":"/archive","isHidden":true}]';
  expect(writeMenu(menuOf(setting) ?? [])).toBe(setting);
});

test.each([
  "",
  "{}",
  "[1]",
  "[null]",
  '[{"name":"x"}]',
  '[{"to":"javascript:alert(1)","name":"x"}]',
  '[{"to":"//evil.example/","name":"x"}]',
  '[{"to":"/\\\\evil.example","name":"x"}]',
  '[{"to":"https://","name":"x"}]',
  '[{"to":"https://a.example/"}]',
  '[{"to":"/tags/a","name":" "}]',
  '[{"to":"/archive","name":"a\\nb"}]',
  '[{"to":"/archive","name":1}]',
  '[{"to":"/archive"},{"to":"/archive"}]',
])("%s is no menu", (text) => {
  expect(menuOf(text)).toBe(null);
});

const { menuEntries, menuNameLength, menuAddressLength } = menuLimits;
const many = (length: number) => Array.from({ length }, (_, at) => ({ to: `/tags/${at}`, name: "x" }));

test.each([
  ["entries", many(menuEntries), many(menuEntries + 1)],
  [
    "letters of a name",
    [{ to: "/archive", name: "字".repeat(menuNameLength) }],
    [{ to: "/archive", name: "字".repeat(menuNameLength + 1) }],
  ],
  [
    "letters of an address",
    [{ to: `/${"x".repeat(menuAddressLength - 1)}`, name: "x" }],
    [{ to: `/${"x".repeat(menuAddressLength)}`, name: "x" }],
  ],
])("a menu has a limit of %s", (_name, full, more) => {
  expect(menuOf(JSON.stringify(full))).toHaveLength(full.length);
  expect(menuOf(JSON.stringify(more))).toBe(null);
});

test.each([
  ["https://a.example/b?c#d", true],
  ["http://a.example", true],
  ["/tags/茶", true],
  ["mailto:a@b.example", false],
  ["tags/a", false],
  ["https://a.example/ b", false],
])("the address %s can be in a menu: %s", (address, isOne) => {
  expect(isMenuAddress(address)).toBe(isOne);
});
