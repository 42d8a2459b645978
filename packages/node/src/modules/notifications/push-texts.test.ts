import { parseAddress } from "@freehold/protocol";
import { expect, test } from "vitest";
import { chooseLanguage } from "../../domain/mail/mail-texts.ts";
import type { Notification } from "./notification.ts";
import { formatPush, pushMessages } from "./push-texts.ts";

const address = parseAddress(`0x${"1".repeat(40)}`);
if (address === null) throw new Error("This is an address.");

/** One of each type. */
const all: readonly Notification[] = [
  { type: "follower", address, title: "Grace", url: "https://grace.example" },
  { type: "comment", commentId: 1, publicationId: 2, authorName: "Grace", state: "pending" },
  { type: "comment", commentId: 1, publicationId: 2, authorName: "Grace", state: "confirmed" },
  { type: "visitor", address },
  { type: "failed-peer", address, title: null, url: null, since: "2026-01-01T00:00:00Z" },
  { type: "peer-warning", address, title: "Grace", url: "https://grace.example", kind: "two-urls" },
  { type: "failed-webhook", webhookId: 1, url: "https://hook.example" },
  { type: "damaged-content", count: 3, hash: `0x${"1".repeat(64)}` },
  { type: "proposal", publicationId: 2, agent: "Scribe", title: "Tides" },
  { type: "failed-backup", reason: "the disk is full" },
  { type: "newsletter-stopped", publicationId: 3, title: "Tides", answer: "SPF check failed" },
  { type: "failed-check", check: "machine.disk" },
  { type: "clock", lastGood: "2026-01-01T00:00:00.000Z", shows: "2027-01-01T00:00:00.000Z" },
  { type: "sign-in", tokenId: "a", device: "Firefox, Windows", means: "key" },
  { type: "sign-in", tokenId: "b", device: null, means: "passkey" },
  { type: "set-aside", id: "jobs:1", queue: "jobs" },
];

test("there is one of each type", () => {
  expect([...new Set(all.map(({ type }) => type))].sort()).toEqual(Object.keys(pushMessages.en).sort());
});

test.each(all)("$type is said in both languages, with the same fields", (notification) => {
  const english = formatPush("en", notification);
  const chinese = formatPush("zh", notification);
  expect(chinese.title).toMatch(/\p{Script=Han}/u);
  expect(english.title).not.toMatch(/\p{Script=Han}/u);
  for (const fact of english.body.match(/https:\S+[a-z]|Grace|0x1+|the disk is full|^3/g) ?? [])
    expect(chinese.body).toContain(fact);
});

test.each([
  [[null, "zh-CN,zh;q=0.9,en;q=0.8", "en"], "zh"],
  [["zh-Hans", "en-GB", "en"], "zh"],
  [[null, "fr,de;q=0.5", "zh_TW"], "zh"],
  [[null, null, "pt-BR"], "en"],
  [[], "en"],
] as const)("chooses a language from %j: %s", (wishes, language) => {
  expect(chooseLanguage(...wishes)).toBe(language);
});
