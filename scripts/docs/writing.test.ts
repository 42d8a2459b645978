import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { figureOf } from "../../packages/web/src/figures/figure.ts";
import { playerOf } from "../../packages/web/src/markdown/players.ts";

const text = readFileSync(join(import.meta.dirname, "../../docs/writing.md"), "utf8");

/** The names that a sentence lists behind these words. */
function listAfter(words: string): string[] {
  const start = text.indexOf(words);
  if (start < 0) throw new Error(`docs/writing.md does not say “${words}”.`);
  const [list = ""] = text.slice(start + words.length).split(/\.\n|;/, 1);
  return list.split(/,|\band\b/).map((name) => name.trim());
}

test("each language that the document names is highlighted", () => {
  const names = listAfter("Highlighted languages:");
  expect(names.length).toBeGreaterThan(25);
  const plain = names.filter((name) => figureOf(`code\n${name.toLowerCase()}\nx`) === null);
  expect(plain).toEqual([]);
});

test("each kind of sound and video that the document names has a player", () => {
  const types: Readonly<Record<string, string>> = {
    MP4: "video/mp4",
    WebM: "video/webm",
    Ogg: "audio/ogg",
    MOV: "video/quicktime",
    MP3: "audio/mpeg",
    M4A: "audio/x-m4a",
    AAC: "audio/aac",
    Opus: "audio/ogg",
    WAV: "audio/wav",
    FLAC: "audio/flac",
  };
  const names = listAfter("Browsers play ");
  expect(names).toEqual(Object.keys(types));
  expect(names.filter((name) => playerOf(types[name] ?? "") === null)).toEqual([]);
});
