import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { errors as protocolErrors } from "@freehold/protocol";
import { expect, test } from "vitest";
import { staleReasons } from "../packages/node/src/domain/connections/connection-record.ts";
import { settings } from "../packages/node/src/domain/settings/setting-table.ts";
import { errorCodes } from "../packages/node/src/errors/errors.ts";
import { diagnosisZh } from "../packages/web/src/messages/console/diagnosis-zh.ts";
import { importNotesZh } from "../packages/web/src/messages/console/import-notes-zh.ts";
import { refusalsZh } from "../packages/web/src/messages/console/refusals-zh.ts";
import { zh } from "../packages/web/src/messages/console/zh.ts";
import { findRefusals, readSources } from "./words/find-refusals.ts";

const root = join(import.meta.dirname, "..", "packages/node/src");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** These speak to the terminal alone. */
const ofTheTerminal = /^(?:cli|startup|config|store|modules\/backup)\/|-command\.ts:/;
/** These speak to programs and to other sites: in English, as their documentation does. */
const ofPrograms =
  /^http\/(?:(?:graphql|ewp|plugins|api)\/|caller)|^graphql\/(?:cost|document)\.ts|^modules\/(?:webmention|agents\/(?!proposals))|^domain\/replication/;
/** The reports of imports have a catalogue of their own, which scripts/import-notes.test.ts reads. */
const ofImports = /^import-process\/|^modules\/export\/(?:import|archive)\//;
const refusals = findRefusals(readSources(root)).filter(
  ({ at }) => !ofTheTerminal.test(at) && !ofPrograms.test(at),
);

const isForClients = (code: string) =>
  !(code in errorCodes) || "status" in errorCodes[code as keyof typeof errorCodes];
const isTranslated = (sentence: string) => sentence in refusalsZh || sentence in diagnosisZh;

const conditions = Object.entries(settings).map(([name, { must }]) => `${name} must ${must}.`);

test("every sentence with which the node refuses something has a Chinese translation", () => {
  const sentences = refusals
    .filter(({ code }) => isForClients(code))
    .flatMap(({ at, found }) =>
      found.filter((sentence) => !(ofImports.test(at) && sentence in importNotesZh)),
    );
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((sentence) => !isTranslated(sentence))).toEqual([]);
});

test("a sentence with values is a template with a code", () => {
  expect(refusals.filter(({ isUntagged }) => isUntagged).map(({ at }) => at)).toEqual([]);
});

test("no sentence of a refusal is made where this test can't read it", () => {
  const known = [
    // The sentences of the readers of imports are in the catalogue of imports.
    "modules/export/archive/inside-folder.ts error.message",
    "import-process/errors.ts error.message",
    "import-process/process.ts problem.message",
    // The finding of a check, and the sentence of another error.
    "modules/diagnosis/leads-here.ts (advice ?? [])",
    // A limiter and a table of sentences, which are below.
    "limiter/rates.ts message",
    ...["staleReasons.stale", "staleReasons[obstacle]", "staleReasons[state]"].map(
      (from) => `domain/connections/follow.ts ${from}`,
    ),
  ];
  const unread = refusals
    .filter((refusal) => refusal.unread)
    .map((refusal) => `${refusal.at.replace(/:\d+$/, "")} ${refusal.unread}`);
  expect(unread.sort()).toEqual(known.sort());
  const sentences = [...Object.values(staleReasons), "Too many requests. Try again later."];
  expect(sentences.filter((sentence) => !isTranslated(sentence))).toEqual([]);
});

test("every error of the protocol, and every condition of a setting, has a Chinese translation", () => {
  const sentences = [...Object.values(protocolErrors).map(({ sentence }) => sentence), ...conditions];
  expect(sentences.filter((sentence) => !isTranslated(sentence))).toEqual([]);
});
test("no sentence is translated that nobody writes", () => {
  const sources = globSync(["**/*.ts", "../../protocol/src/**/*.ts", "../../web/src/console/**/*.ts*"], {
    cwd: root,
  })
    .filter((path) => !path.includes(".test."))
    .map(read)
    .concat(conditions)
    .join("\n")
    // Sentences of several lines.
    .replaceAll(/["`] \+\s*["`]/g, "");
  const parts = (sentence: string) => sentence.split(/\{\d\}/).map((part) => part.trim());
  const unknown = Object.keys(refusalsZh).filter((sentence) =>
    parts(sentence).some((part) => !sources.includes(part)),
  );
  expect(unknown).toEqual([]);
});

test("every translation is Chinese, has the values of the English sentence, and is found by it", () => {
  const withValues = (text: string) => text.replace(/\{(\d)\}/g, "value$1");
  const valuesOf = (sentence: string) => [...sentence.matchAll(/\{\d\}/g)].map(String).sort();
  const wrong = Object.entries(refusalsZh).filter(
    ([english, chinese]) =>
      // An id says nothing to people.
      valuesOf(chinese).some((value) => !valuesOf(english).includes(value)) ||
      !/\p{Script=Han}/u.test(chinese) ||
      zh.refusal(withValues(english)) !== withValues(chinese),
  );
  expect(wrong).toEqual([]);
});

test("every reason for which a delivery or a mention ends has a text in the dashboard", () => {
  const from = [
    "domain/connections/deliver-connection",
    "domain/publications/delivery/deliver",
    "domain/profile/update-profile",
    "domain/set-aside",
    "modules/webmention/mentions/send-mention",
  ];
  const reasons = from.flatMap((path) =>
    [
      ...read(`${path}.ts`).matchAll(
        /(?:reason: |refused\(|problem = |error: )["`](?:\$\{\w+\})?([^"`$]*)["`]/g,
      ),
    ].map(([, reason = ""]) => reason),
  );
  expect(reasons.length).toBeGreaterThan(10);
  const known = (reason: string) =>
    reason.startsWith(": ") ||
    reason.startsWith("it answered") ||
    Object.keys(zh.reasons).some((start) => reason.startsWith(start));
  expect(reasons.filter((reason) => !known(reason))).toEqual([]);
});
