import { expect, it, test } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { saveDraft } from "../save-draft.ts";
import { publishScheduled, schedulePublication } from "../schedule.ts";
import { prepareSignature } from "../signing/prepare-signatures.ts";
import { signPublication } from "../signing/sign.ts";
import { updatePublication } from "../update.ts";
import { describeWritten } from "../visible.ts";
import { isBlank } from "./blank.ts";

const link = `[Replaces](https://a.example/publications/0x${"ab".repeat(32)} "ewp:replaces 0x${"ab".repeat(32)}")`;

test.each([
  "",
  " \n\n",
  "\t",
  "\u200b",
  "\ufeff\u00a0\u3000",
  "&nbsp;",
  "\u3164",
  "\u2800",
  "\ufe0f",
  "\u0301",
  "#",
  "# ",
  "###\n",
  "---",
  "***",
  "- ",
  "1.",
  "10. ",
  "# #",
  "[a]: /x\n\n[^1]: words",
  "[\u200b](https://a.example)",
  "![a picture without an address]( <> )",
  "- > 1. ",
  "\u{e0067}\u{e007f}",
  "\u115f\u1160\uffa0",
  "> ",
  "```\n```",
  "| |\n|-|\n| |",
  "[a]: https://a.example",
  "<!-- -->",
  "<!-- a note",
  "<br>",
  "<p>\n\n</p>",
  "<div><span></span></div>",
  "![]()",
  "[](https://a.example)",
  `${link}\n`,
  `#\n\n${link}\n`,
])("%j has nothing in it", (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each([
  "a",
  "1",
  "10",
  "1. a",
  "?",
  "🙂",
  "# a",
  "中",
  "- [ ]",
  "&lt;",
  "`a`",
  "$x$",
  "<b>a</b>",
  "a <!-- b -->",
  "<",
  "![](/ewp/contents/0x00)",
  "<img src=a>",
  "    code",
  "```\na\n```",
  "<!-- a -->\n\nb",
  "a[^1]\n\n[^1]: b",
  `a\n\n${link}\n`,
  `${"\n".repeat(5_000)}a`,
])("%j has something in it", (text) => {
  expect(isBlank(text)).toBe(false);
});

const blank = expect.objectContaining({ code: "BLANK_POST" });

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture);
  }
  const count = async ({ context }: OwnerFixture) =>
    (await context.store.db.selectFrom("publications").select("id").execute()).length;

  it("keeps a blank draft, and publishes, schedules and signs none", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const draft = await fixture.post("# \n\n\u200b", "draft");
      await expect(updatePublication(context, draft.id, { state: "local" })).rejects.toThrow(blank);
      await expect(schedulePublication(context, draft.id, context.clock.now() + 1_000)).rejects.toThrow(
        blank,
      );
      await expect(prepareSignature(context, draft.id)).rejects.toThrow(blank);
      await expect(fixture.post("---", "local")).rejects.toThrow(blank);
      await expect(fixture.post("---", "draft", { isToBeSigned: true })).rejects.toThrow(blank);
      expect(await count(fixture)).toBe(1);
      expect(await describeWritten(context, draft)).toMatchObject({
        state: "draft",
        contentHash: draft.contentHash,
        scheduledAt: null,
        revision: draft.updatedAt,
      });
      expect((await saveDraft(context, { id: draft.id, body: " ", revision: draft.updatedAt })).state).toBe(
        "draft",
      );
    }));

  it("takes no text from a post, and signs none that another program prepared", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post("words", "local");
      await expect(updatePublication(context, post.id, { body: "#" })).rejects.toThrow(blank);
      expect((await describeWritten(context, post)).contentHash).toBe(post.contentHash);
      // A slug changes as before, since it needs no text.
      expect((await updatePublication(context, post.id, { slug: "words" })).slug).toBe("words");
      const draft = await fixture.post("#", "draft");
      const timestamp = Math.floor(context.clock.now() / 1000);
      const { contentHash, publisherAddress } = draft;
      const meaning = { contentHash, publisherAddress, timestamp } as Parameters<
        typeof fixture.signer.sign
      >[1];
      const envelope = fixture.signer.sign("StatementOfSource", meaning as never);
      await expect(signPublication(context, draft.id, envelope)).rejects.toThrow(blank);
      expect((await describeWritten(context, draft)).state).toBe("draft");
    }));

  it("leaves a scheduled draft that became blank a draft", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const [draft, other] = [await fixture.post("words", "draft"), await fixture.post("more", "draft")];
      const at = context.clock.now() + 1_000;
      for (const { id } of [draft, other]) await schedulePublication(context, id, at);
      await saveDraft(context, { id: draft.id, body: "  ", revision: draft.updatedAt });
      context.clock.advance(2_000);
      expect(await publishScheduled(context)).toBe(1);
      expect(await describeWritten(context, draft)).toMatchObject({ state: "draft", scheduledAt: null });
      expect((await describeWritten(context, other)).state).toBe("local");
    }));
});
