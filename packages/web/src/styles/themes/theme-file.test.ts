import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { siteThemes } from "../../assets.ts";
import { designs, readThemeFile, themeOfSite, variablesOf, writeThemeFile } from "./theme-file.ts";

const guide = readFileSync(new URL("../../../../../docs/themes.md", import.meta.url), "utf8");
const rules = (name: string) => siteThemes.find((one) => one.name === name)?.css ?? "";

describe("the file of a theme", () => {
  it.each([
    { name: "Teal", base: "paper", css: "h1 { color: teal }\n" },
    { name: "*/ body { display: none } /*", base: "journal", css: "/* of mine */\np {}" },
    { name: '纸 "quoted" \\', base: "photographs", css: "" },
  ] as const)("is read as it was written: $name", (theme) => {
    expect(readThemeFile(writeThemeFile(theme))).toEqual(theme);
    expect(writeThemeFile(theme).split("*/")).toHaveLength(theme.css.split("*/").length + 1);
  });

  it("keeps its lines when an editor has saved it for another system", () => {
    const text = '\uFEFF/*  Freehold theme  {"name": "Teal",\r\n"base": "plain"} */\r\np {}\r\n';
    expect(readThemeFile(text)).toEqual({ name: "Teal", base: "plain", css: "p {}\r\n" });
  });

  it.each([
    "",
    "p {}",
    "/* Freehold theme */ p {}",
    '/* Freehold theme {"name": "x"} */',
    '/* Freehold theme {"name": " ", "base": "paper"} */',
    `/* Freehold theme {"name": "${"x".repeat(101)}", "base": "paper"} */`,
    '/* Freehold theme {"name": "x", "base": "../paper"} */',
    '/* Freehold theme {"name": "x", "base": "paper"}',
    'p {} /* Freehold theme {"name": "x", "base": "paper"} */',
  ])("is refused without a manifest: %s", (text) => {
    expect(readThemeFile(text)).toEqual({ fault: "manifest" });
  });

  it("is refused when it loads from elsewhere", () => {
    const css = "@import url(https://a.example/x.css);";
    expect(readThemeFile(writeThemeFile({ name: "x", base: "paper", css }))).toEqual({
      fault: "foreign",
      part: "@import url(https://a.example/x.css)",
    });
  });

  it("takes a manifest in a file of its own before the one in the stylesheet", () => {
    const text = writeThemeFile({ name: "Old", base: "paper", css: "p {}" });
    expect(readThemeFile(text, '{"name": "New", "base": "plain"}')).toEqual({
      name: "New",
      base: "plain",
      css: "p {}",
    });
  });
});

describe("the theme of a site", () => {
  it.each(designs)("has the rules of %s, where the site has none of its own", async (design) => {
    const theme = await themeOfSite({ siteTheme: design, stylesheet: "" }, rules);
    expect(theme.css).toBe(rules(design));
    expect(theme.css.length).toBeGreaterThan(200);
    expect(theme.base).toBe(design === "photographs" ? design : "paper");
  });

  it("is the site's own, with its name and the design that comes before it", async () => {
    const stylesheet = writeThemeFile({ name: "Teal", base: "paper", css: "p {}" });
    const theme = await themeOfSite({ siteTheme: "journal", stylesheet }, rules);
    expect(theme).toEqual({ name: "Teal", base: "journal", css: "p {}" });
    expect(await themeOfSite({ siteTheme: "plain", stylesheet: "a {}" }, rules)).toEqual({
      name: "My theme",
      base: "plain",
      css: "a {}",
    });
  });

  it("begins with the variables of paper that the guide lists", () => {
    const listed = [...guide.matchAll(/^\| `(--[\w-]+)` \|.*\| `[^|`]*` \|$/gm)].map(([, name]) => name);
    const given = [...variablesOf(rules("paper")).matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
    expect(listed.length).toBeGreaterThan(6);
    expect(given).toEqual(expect.arrayContaining(listed));
  });
});
