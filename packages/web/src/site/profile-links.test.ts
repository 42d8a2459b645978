import { expect, test } from "vitest";
import { profileLinkLimits, profileLinksOf } from "./profile-links.ts";

test("an address is shown without its scheme, an account leads to its page", () => {
  const text = " https://code.example/ada/ \n\nhttp://ada.example\n@ada.l@social.example\nhttp://ada.example";
  expect(profileLinksOf(text)).toEqual([
    { name: "code.example/ada", href: "https://code.example/ada/", isAccount: false },
    { name: "ada.example", href: "http://ada.example/", isAccount: false },
    { name: "@ada.l@social.example", href: "https://social.example/@ada.l", isAccount: true },
  ]);
  expect(profileLinksOf("")).toEqual([]);
});

test.each([
  "javascript:alert(1)",
  "ada.example",
  "@ada",
  "@ada@",
  "@ada@social.example/x",
  '@a"b@social.example',
  "https://ada:secret@code.example/",
  "https://ada.example/a b",
  "https://ada.example/\u202eb",
])("%j is refused", (line) => {
  expect(profileLinksOf(line)).toBeNull();
  expect(profileLinksOf(`https://ada.example/\n${line}`)).toBeNull();
});

test("there are so many links, and each is so long", () => {
  const { profileLinks, profileLinkLength } = profileLinkLimits;
  const many = Array.from({ length: profileLinks }, (_, at) => `https://ada.example/${at}`);
  expect(profileLinksOf(many.join("\n"))).toHaveLength(profileLinks);
  expect(profileLinksOf([...many, "https://ada.example/more"].join("\n"))).toBeNull();
  const long = (length: number) => "https://ada.example/".padEnd(length, "a");
  expect(profileLinksOf(long(profileLinkLength))).toHaveLength(1);
  expect(profileLinksOf(long(profileLinkLength + 1))).toBeNull();
});
