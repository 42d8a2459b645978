import { expect, test } from "vitest";
import { zh as installerZh } from "../installer/zh.ts";
import { diagnosisZh } from "./diagnosis-zh.ts";
import { en } from "./en.ts";
import { firstEn } from "./first-en.ts";
import { firstZh } from "./first-zh.ts";
import { importNotesZh } from "./import-notes-zh.ts";
import { refusalsZh } from "./refusals-zh.ts";
import { zh } from "./zh.ts";

const sentences = (value: unknown, path = ""): [string, string][] => {
  if (typeof value === "string") return [[path, value]];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => sentences(inner, `${path}.${name}`))
    : [];
};
const chinese = new Map(sentences({ ...firstZh, ...zh }));

test("every sentence is translated", () => {
  const untranslated = sentences({ ...firstEn, ...en }).filter(
    ([path, english]) =>
      chinese.get(path) === english || !/\p{Script=Han}|^zh/u.test(chinese.get(path) ?? ""),
  );
  expect(untranslated).toEqual([]);
});

type Numbered = (...values: number[]) => unknown;

const functions = (value: unknown, path = ""): [string, Numbered][] => {
  if (typeof value === "function") return [[path, value as Numbered]];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => functions(inner, `${path}.${name}`))
    : [];
};

test("one thing is never called by its plural", () => {
  const called = functions({ ...firstEn, ...en }).flatMap(([path, write]) => {
    try {
      // Messages of other values than numbers may not take these.
      return [[path, String(write(1, 1, 1, 1))]] as const;
    } catch {
      return [];
    }
  });
  expect(called.length).toBeGreaterThan(200);
  const plural = /(?<![\d,.])1 (?!(?:is|has|was|does|gets|wants|follows|proposes|ms|Posts|\w*ss)\b)\w+s\b/;
  expect(called.filter(([, text]) => plural.test(text))).toEqual([]);
});

/** Words for a thing that has another word here, each with that one; search words of the palette are not among the texts. */
const variants: readonly (readonly [RegExp, string])[] = [
  [/电子邮件|电邮/, "邮件"],
  [/邮箱地址|信箱/, "邮箱"],
  [/主人|所有者(?!（chown）)/, "站长"],
  [/回应|响应/, "应答 (of a server), 回复 (of a person)"],
  [/连不到|连不上|联系不上|连得到/, "无法连接"],
  [/^(?:仅在|只在)本站$|只在本站/, "仅本站"],
  [/网络钩子|\bwebhook\b/, "Webhook"],
  [/重新载入|重新加载/, "刷新"],
  [/过一会儿/, "稍后再试"],
  [/提案/, "草稿 (that a program 提交)"],
  [/粉丝/, "关注者"],
  [/后台|仪表盘/, "控制台"],
  [/不付任何|不花任何/, "不收费"],
];

test("one thing has one name in Chinese", () => {
  const all = [
    ...texts({ ...firstZh, ...zh }),
    ...texts(installerZh),
    ...Object.entries({ ...diagnosisZh, ...importNotesZh, ...refusalsZh }),
  ].filter(([path]) => !/\.words\./.test(path));
  expect(all.length).toBeGreaterThan(1_000);
  const found = all.flatMap(([path, text]) =>
    variants.filter(([variant]) => variant.test(text)).map(([, word]) => `${path}: ${text} → ${word}`),
  );
  expect(found).toEqual([]);
});

/** Every text, and every function as it is written. */
function texts(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") return [[path, value.toString()]];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => texts(inner, `${path}.${name}`))
    : [];
}
