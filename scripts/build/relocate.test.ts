import { expect, test } from "vitest";
import { relocate } from "./relocate.ts";

const move = (path: string) => `./moved${path.slice(1)}`;
const done = (code: string) => relocate(code, "/x/module.ts", move);

test("a path beside a module moves, the same words in a text do not", () => {
  const script = 'const begin = `const at = new URL("./", import.meta.url).pathname;`;';
  const text = `// new URL("./c", import.meta.url)\nconst d = 'new URL("./d", import.meta.url)';`;
  expect(done(`${script}\n${text}\nconst a: URL = new URL("./a/", import.meta.url);`)).toBe(
    `${script}\n${text}\nconst a: URL = new URL("./moved/a/", import.meta.url);`,
  );
  expect(done('[new URL("./a", import.meta.url), new URL("./b", import.meta.url)]')).toBe(
    '[new URL("./moved/a", import.meta.url), new URL("./moved/b", import.meta.url)]',
  );
});

test("an address elsewhere stays, and a path that is made is refused", () => {
  const other = 'new URL("https://a.example/", import.meta.url); new URL("./a", base);';
  expect(done(other)).toBe(other);
  expect(() => done("new URL(name, import.meta.url)")).toThrow("literal path");
});
