import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderStylesheet } from "../assets.ts";
import { chooseAccent, grounds, inks } from "../drawings/accent.ts";

const guide = readFileSync(new URL("../../../../docs/themes.md", import.meta.url), "utf8");
const ground = readFileSync(new URL("ground.css", import.meta.url), "utf8");

/** The variables that a rule for the root declares, with their values in one line. */
function declaredIn(css: string): Map<string, string> {
  const roots = [...css.matchAll(/:root\s*\{([^}]*)\}/g)].map(([, body]) => body ?? "").join(";");
  const pairs = [...roots.matchAll(/(--[\w-]+):\s*([^;]+)/g)];
  return new Map(pairs.map(([, name = "", value = ""]) => [name, value.replace(/\s+/g, " ").trim()]));
}

const rows = new Map(
  [...guide.matchAll(/^\| `(--\w+)` \|[^|]*\| (.*) \|$/gm)].map(([, name, value]) => [name, value]),
);

test("docs/themes.md names every variable of the ground, and none that is gone", () => {
  expect([...rows.keys()].sort()).toEqual([...declaredIn(ground).keys(), "--accent"].sort());
});

test("what it says of a variable's value is so", () => {
  const declared = declaredIn(ground);
  const quoted = [...rows].filter(([, value]) => value?.startsWith("`"));
  expect(quoted.length).toBeGreaterThan(5);
  for (const [name = "", value] of quoted) expect([name, value]).toEqual([name, `\`${declared.get(name)}\``]);
});

test("each is used by the site, and a theme's value for it comes to count", () => {
  const stylesheet = renderStylesheet(chooseAccent(null));
  for (const name of rows.keys()) {
    expect(stylesheet, name).toContain(`var(${name})`);
    // Whatever comes after it and is as specific wins, as long as none of them is declared more specifically.
    const declarations = [...stylesheet.matchAll(new RegExp(`([^{}]*)\\{[^{}]*${name}:`, "g"))];
    expect([name, declarations.map(([, selector]) => selector?.trim())]).toEqual([name, [":root"]]);
  }
});

test("the stylesheet that is sent has every rule and string of its files, and no comment", () => {
  const sent = renderStylesheet(chooseAccent(null));
  expect([sent.includes("/*"), sent.includes("  ")]).toEqual([false, false]);
  for (const name of ["ground", "text", "figures", "pictures", "page", "post", "list", "home", "wide"]) {
    const source = readFileSync(new URL(`${name}.css`, import.meta.url), "utf8");
    const rules = source.replace(/\/\*[\s\S]*?\*\//g, "").match(/[^{}]+\{|"[^"\n]*"|[\w-]+: [^;{}]+;/g) ?? [];
    expect(rules.length).toBeGreaterThan(3);
    for (const rule of rules) {
      const isString = rule.startsWith('"');
      expect(sent, `${name}.css`).toContain(isString ? rule : rule.replace(/\s+/g, " ").trim());
    }
  }
});

test("its example sets nothing but them", () => {
  const example = /```css\n(:root[^`]*)```/.exec(guide)?.[1] ?? "";
  const names = [...declaredIn(example).keys()];
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !rows.has(name))).toEqual([]);
});

test("paper and ink are the colours for which the accent is made", () => {
  const declared = declaredIn(ground);
  for (const [name, colours] of [
    ["--paper", grounds],
    ["--ink", inks],
  ] as const)
    expect(declared.get(name)).toBe(`light-dark(${colours.light}, ${colours.dark})`);
});
