import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dataFolder } from "./data-folder.ts";

const sources = join(import.meta.dirname, "..");
const files = ["", "../../import/src/"]
  .flatMap((folder) => globSync(`${folder}**/*.ts`, { cwd: sources }))
  .filter((name) => !/\.test\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(sources, name), "utf8") }));

/** The files that make temporary folders by another name, and why no sweep of the data folder finds them. */
const elsewhere: Readonly<Record<string, string>> = {
  "modules/export/static/search-index.ts": "in the system's folder for temporary files",
  "modules/export/import/run-import.ts": "in the folder of its import, which is emptied before it continues",
  "import-process/find-source.ts": "in the folder of its import, which is emptied before it continues",
  "../../import/src/reference/open-reference.ts":
    "in the folder of its import, which is emptied before it continues",
};

it("declares everything that is made in the data folder", () => {
  const paths = files.flatMap(({ text }) =>
    [...text.matchAll(/dataDir, ((?:"[^"]+"(?:, )?)+)\)/g)].map(([, names = ""]) =>
      names.replaceAll('"', "").split(", ").join("/"),
    ),
  );
  expect(paths).toContain("unsigned-export");
  expect([...new Set(paths)].filter((path) => !Object.hasOwn(dataFolder, path))).toEqual([]);
  // A path that is put together in another way would not be seen above.
  const other = files.filter(({ text }) => /\$\{(?:[\w.]+\.)?dataDir\}\//.test(text)).map(({ name }) => name);
  expect(other).toEqual([]);
});

it("has every temporary folder named after its process, so that only those of ended processes are removed", () => {
  const makers = files.filter(({ text }) => /\bmkdtemp(Sync)?\(/.test(text)).map(({ name }) => name);
  expect(makers.filter((name) => !Object.hasOwn(elsewhere, name))).toEqual([]);
  // A folder in which something temporary is made is declared as one.
  const temporary = files.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /createTemporary(?:File|Folder)\(join\((?:[\w.]+\.)?dataDir, ((?:"[^"]+"(?:, )?)+)\)/g,
      ),
    ].map(([, names = ""]) => names.replaceAll('"', "").split(", ").join("/")),
  );
  expect(temporary).toEqual(expect.arrayContaining(["download", "import/tmp"]));
  const kinds = new Map<string, { readonly kind: string }>(Object.entries(dataFolder));
  expect(temporary.filter((path) => kinds.get(path)?.kind !== "temporary")).toEqual([]);
});
