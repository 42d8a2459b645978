import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chooseProgram } from "../../packages/node/bin/choose-program.js";

const builtAt = Date.UTC(2026, 0, 1);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "freehold-choose-"));
  await save("packages/node/src/main.ts", "");
  await save("packages/web/src/page.ts", "");
  await save("packages/node/dist/main.js", "");
  await build(["packages/node/src/main.ts", "packages/web/src/page.ts"]);
});
afterEach(() => rm(root, { recursive: true }));

async function save(path: string, text: string, changedAt = builtAt - 1_000): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
  await utimes(join(root, path), new Date(changedAt), new Date(changedAt));
}

const build = (files: string[]) =>
  save("packages/node/dist/sources.json", JSON.stringify({ builtAt, files }));

/** What is run: a path in the package. */
function choose(): string | undefined {
  const folder = pathToFileURL(join(root, "packages/node/")).href;
  return chooseProgram(new URL(folder)).href.split(folder)[1];
}

test("the built server is run where nothing that it was made of has changed", async () => {
  expect(choose()).toBe("dist/main.js");
  await save("packages/node/src/other.ts", "It was not part of it.", builtAt + 1_000);
  expect(choose()).toBe("dist/main.js");
});

test.each([
  ["one of them has changed", () => save("packages/web/src/page.ts", "New.", builtAt + 1)],
  ["one changed while it was built", () => save("packages/web/src/page.ts", "New.", builtAt)],
  ["one is gone", () => rm(join(root, "packages/web/src/page.ts"))],
  ["nothing was built", () => rm(join(root, "packages/node/dist"), { recursive: true })],
  ["the build did not come to its end", () => rm(join(root, "packages/node/dist/sources.json"))],
  ["its list is broken", () => save("packages/node/dist/sources.json", "{")],
])("the sources are run where %s", async (_case, change) => {
  await change();
  expect(choose()).toBe("src/main.ts");
});

test("the built server is run where there are no sources, as in a published package", async () => {
  await rm(join(root, "packages/node/src"), { recursive: true });
  await rm(join(root, "packages/node/dist/sources.json"));
  expect(choose()).toBe("dist/main.js");
});
