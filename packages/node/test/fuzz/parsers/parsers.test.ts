import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyNth, isFull } from "../../support/full.ts";
import { mutateTree } from "../requests/mutate-tree.ts";
import { oddJson, oddText } from "../requests/odd-values.ts";
import { readCorpus } from "./grow-corpus.ts";
import { longTexts } from "./long-texts.ts";
import { type ParserTarget, tryParser } from "./parser-target.ts";
import { parsers } from "./parsers.ts";

const root = join(import.meta.dirname, "../../../..");
const seed = 20_261_121;

/** Parsers that are reached through another one, or by something else. */
const elsewhere: Readonly<Record<string, string>> = {
  "conformance/src/command/parse-arguments.ts": "its own tests; nothing of it is on a node",
};

test("no parser is forgotten", () => {
  const known = new Set(parsers.map(({ name }) => name.split(" ")[0]));
  const found = ["protocol", "node", "web", "conformance"].flatMap((name) =>
    readdirSync(join(root, name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .flatMap((file) => {
        const source = readFileSync(join(root, name, "src", file), "utf8");
        const names = [...source.matchAll(/^export (?:async )?function ((?:parse|decode)\w+)/gm)];
        return elsewhere[`${name}/src/${file}`] ? [] : names.map(([, one = ""]) => one);
      }),
  );
  expect(found.filter((name) => !known.has(name))).toEqual([]);
});

describe.each(parsers.map((parser) => [parser.name, parser] as const))("%s", (_name, parser) => {
  test("answers, or refuses with an error of its own", async () => {
    await fc.assert(
      fc.asyncProperty(inputsOf(parser), async (bytes) => {
        const error = await tryParser(parser, bytes);
        if (error !== null) throw error;
      }),
      { seed, numRuns: isFull ? 120 : 12 },
    );
  });

  test("still accepts every input of the corpus", async () => {
    for (const input of await readCorpus(parser)) expect(await tryParser(parser, input)).toBeNull();
  });

  // Its time is measured by `npm run bench -- patterns`.
  test("answers 100 kB of anything, or refuses it with an error of its own", async () => {
    for (const { piece, text } of everyNth([...longTexts(parser)], 16)) {
      const input =
        parser.takes === "json" ? JSON.stringify({ typedData: text, title: text, data: [text] }) : text;
      expect([piece, await tryParser(parser, Buffer.from(input))]).toEqual([piece, null]);
    }
  }, 120_000);
});

/** Inputs of each kind: nearly right ones, and anything. */
function inputsOf({ takes, seeds }: ParserTarget): fc.Arbitrary<Uint8Array> {
  const right = fc.constantFrom(...seeds);
  const odd = fc.tuple(right, fc.nat(), fc.nat(6), oddText).map(([text, at, size, piece]) => {
    const offset = at % (text.length + 1);
    return text.slice(0, offset) + piece + text.slice(offset + size);
  });
  const text = fc.oneof(right, odd, odd, oddText).map((one) => Buffer.from(one));
  if (takes === "text") return text;
  if (takes === "bytes") return fc.oneof(text, fc.uint8Array({ maxLength: 200 }));
  const tree = fc.oneof(oddJson, ...seeds.map((one) => mutateTree(JSON.parse(one))));
  return tree.map((value) => Buffer.from(JSON.stringify(value) ?? "null"));
}
