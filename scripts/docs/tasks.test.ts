import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listLinks, sidebar, splitTerms } from "../../docs/.vitepress/navigation.ts";
import { readTasks } from "./read-tasks.ts";

const tasks = readTasks();
const read = (page: string) => readFileSync(join(import.meta.dirname, `../../docs/${page}.md`), "utf8");
const menu = listLinks(sidebar).map((link) => link.slice(1));

/** The pages to which one click leads. The first page has no menu at its side. */
function listTargets(page: string): string[] {
  const text = read(page);
  const linked = [...text.matchAll(/\]\((?:\.\/)?([\w-]+)\.md[^)]*\)|^ +link: \/([\w-]+)$/gm)];
  const inText = linked.map(([, one, other]) => one ?? other ?? "");
  return page === "index" ? inText : [...inText, ...menu];
}

test("the search finds Chinese words inside of sentences", () => {
  expect(splitTerms("没有域名时, use DNS")).toEqual(["没有", "有域", "域名", "名时", "use", "DNS"]);
  expect(splitTerms("域名")).toEqual(["域名"]);
});

test("there are ten tasks", () => {
  expect(tasks).toHaveLength(10);
});

test.each(tasks)("$name is two clicks away", ({ way, heading }) => {
  const [first, ...clicks] = way;
  expect(first).toBe("index");
  expect(clicks.length).toBeLessThanOrEqual(2);
  for (const [at, page] of clicks.entries()) expect(listTargets(way[at] ?? "")).toContain(page);
  const [file, id = ""] = heading.split("#");
  expect(file).toBe(`${way.at(-1)}.md`);
  const ids = [...read(way.at(-1) ?? "").matchAll(/^##+ (.+)$/gm)].map(([, words = ""]) =>
    words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-"),
  );
  expect(ids).toContain(id.replace(/^_/, ""));
});
