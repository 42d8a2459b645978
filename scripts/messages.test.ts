import { expect, test } from "vitest";
import { type Message, readMessages } from "./words/read-messages.ts";

const all = await readMessages();
/** Texts that can be called with samples: the others take lists, objects or words of the API. */
const messages = all.filter(({ types }) => types.every((type) => /^(?:number|string|boolean)$/.test(type)));
const withNumbers = messages.filter(({ types }) => types.includes("number"));

interface Samples {
  /** The number at a place. */
  readonly number?: (at: number) => number;
  readonly name?: (at: number) => string;
  readonly flag?: boolean;
}

function write(
  message: Message,
  language: "en" | "zh",
  { number = () => 3, name = (at) => `Name${at}`, flag = true }: Samples = {},
): string {
  const samples = message.types.map((type, at) =>
    type === "number" ? number(at) : type === "string" ? name(at) : flag,
  );
  return message[language](...samples);
}

const both = ["en", "zh"] as const;
const written = (from: readonly Message[], samples: Samples) =>
  from.flatMap((message) =>
    both.map((language) => ({ at: message.at, language, text: write(message, language, samples) })),
  );
const found = (
  lines: ReturnType<typeof written>,
  wrong: (line: ReturnType<typeof written>[number]) => boolean,
) => lines.filter(wrong).map(({ at, text }) => `${at}: ${text}`);

const large = { number: (at: number) => 12_345 + at * 1_111 };

test("the catalogues have texts with values, and few take others than numbers and names", () => {
  expect(messages.length).toBeGreaterThan(300);
  expect(all.length - messages.length).toBeLessThan(20);
});

test("a text has the same values in both languages, and no gap where one is missing", () => {
  const valuesOf = (text: string) => [...new Set(text.match(/Name\d|1[2345],\d{3}/g))].sort().join();
  for (const flag of [true, false]) {
    const samples = { ...large, flag };
    const uneven = messages.filter(
      (message) => valuesOf(write(message, "en", samples)) !== valuesOf(write(message, "zh", samples)),
    );
    expect(uneven.map(({ at }) => at)).toEqual([]);
    expect(
      found(written(messages, samples), ({ text }) => /NaN|undefined|\[object|Infinity|null/.test(text)),
    ).toEqual([]);
  }
});

test("a large number has its separators in both languages", () => {
  /** Steps, entries of a menu, words of a key and shares of a whole are few; a year has none. */
  const few =
    / (?:stepOf|checklist\.done|picture\.moved|sending|signing\.explain|profile\.linksHint|moved|check\.word|enter\.(?:count|number))$/;
  const bare = /1(?:2345|3456|4567|5678)/;
  expect(found(written(withNumbers, large), ({ at, text }) => bare.test(text) && !few.test(at))).toEqual([]);
});

test("no space stands between Chinese words and a Chinese name", () => {
  const lines = written(messages, { name: () => "海边小屋" }).filter(({ language }) => language === "zh");
  expect(found(lines, ({ text }) => /\p{Script=Han} \p{Script=Han}/u.test(text))).toEqual([]);
  const latin = written(messages, { name: () => "Ada" }).filter(({ language }) => language === "zh");
  expect(found(latin, ({ text }) => /\p{Script=Han}Ada|Ada\p{Script=Han}/u.test(text))).toEqual([]);
});

test("one thing is never called by its plural", () => {
  const plural =
    /(?<![\d,.])1 (?!(?:is|has|was|does|gets|wants|follows|proposes|appears|ms|Posts|\w*ss)\b)\w+s\b/;
  expect(found(written(withNumbers, { number: () => 1 }), ({ text }) => plural.test(text))).toEqual([]);
});

test("nothing is said in words, not as 0 of something", () => {
  const zero = /(?<![\d.,:/])0(?![\d.,:%])/;
  const lines = written(withNumbers, { number: () => 0 });
  expect(found(lines, ({ at, text }) => zero.test(text) && !hasOne.test(at) && !isFigure.test(at))).toEqual(
    [],
  );
});

/** Texts that stand only where there is at least one: an act on a choice, a problem, a remainder. */
const hasOne =
  / (?:home\.titleOfPage|whole|broken|more|moreFound|post\.minutes|minutes|lists\.posts|versions\.count|history\.count|conversation\.count|commentFields\.\w+|stepOf|files\.stillWaiting|signing\.\S+|posts\.\S+|posts|drafts|status\.\S+|comments\.(?:selected|moved\.\w+)|notices\.damaged|checklist\.done|showNew|postTable\.\w+|delivery\.\w+|picture\.moved|moved|unsaved|timeline\.unread|counts\.\w+|reasonStates\.\w+|incomplete|arrived|missingCode|author|unsaid|setAside|changed|fetch|siteHint|fetched|fetchedLater|people\.tries|publishing\.includes|waiting|paused|resumeAll|resumeAllExplain|cameBack|failed|unsure|sendToReaders|webhooks\.(?:failing|tries)|data\.\S+|site\.file\.\w+|profile\.linksHint|ofThemSigned|left|trash\.\w+|fileUses\.\w+|check\.word|enter\.\w+)$/;

/** Figures: of a column, a badge, a length while one types. */
const isFigure =
  / (?:size|number|reads\.number|comments\.count|people\.count|feeds\.count|verify\.entries|words|publishing\.settings\.excerptHint|webhooks\.arrived|seconds)$/;
