import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { plansOf } from "../../../test/support/query-plans.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { listHashtags } from "../../store/search/hashtags.ts";
import type { Caller } from "../access/callers.ts";
import { suggest } from "./suggest.ts";

const anybody: Caller = { kind: "anonymous" };
const reader: Caller = {
  kind: "integration",
  tokenId: "t",
  label: "a program",
  scopes: new Set(["read:timeline"]),
};
const owner: Caller = { kind: "client", tokenId: "t" };

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture);
  }

  const texts = async (fixture: OwnerFixture, text: string, caller: Caller) =>
    (await suggest(fixture.context, { text, caller })).map((one) => `${one.kind} ${one.text}`);

  it("offers the tags that begin so, each once, of what the caller may see", () =>
    withFixture(async (fixture) => {
      await fixture.post("#harbour #Harvest #boat");
      await fixture.post("#harbour", "signed");
      await fixture.post("#harsh", "draft");
      await fixture.followed(2);
      await fixture.replica(2, "#harp");
      expect(await texts(fixture, "#har", anybody)).toEqual(["tag harbour", "tag harvest"]);
      expect(await texts(fixture, "#HAR", reader)).toEqual(["tag harbour", "tag harp", "tag harvest"]);
      expect(await texts(fixture, "#har", owner)).toEqual([
        "tag harbour",
        "tag harp",
        "tag harsh",
        "tag harvest",
      ]);
      expect(await texts(fixture, "#hark", owner)).toEqual([]);
    }));

  it("offers nodes by their names: to anybody the own one alone", () =>
    withFixture(async (fixture) => {
      await fixture.followed(2, "Owl");
      expect(await texts(fixture, "@ow", anybody)).toEqual(["node Owner"]);
      expect((await suggest(fixture.context, { text: "@owl", caller: reader })).at(0)).toEqual({
        kind: "node",
        text: "Owl",
        address: addressOf(2),
        url: "https://node2.example",
      });
      expect((await texts(fixture, "ow", owner)).sort()).toEqual(["node Owl", "node Owner"]);
    }));

  it("takes anything for a beginning", () =>
    withFixture(async (fixture) => {
      await fixture.post("#one");
      for (const text of ["", "#", "@", "%", "#%", "#_", "'", "\0", "#\u{10ffff}", "x".repeat(10_000)]) {
        expect(await texts(fixture, text, owner)).toEqual([]);
      }
    }));

  it("goes from tag to tag, and not through what has them", () =>
    withFixture(async (fixture) => {
      for (let n = 0; n < 30; n += 1) await fixture.post(`Post ${n} #one #tag${n}`);
      const { store } = fixture.context;
      if (store.dialect.name !== "sqlite") return;
      const states = ["local", "signed"] as const;
      for (const publisher of [null, fixture.self]) {
        const filter = { prefix: "t", publisher, states, limit: 3 };
        const plans = await plansOf(store, (tx) => listHashtags(tx, filter));
        expect(plans.length).toBeGreaterThan(0);
        expect(plans.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
      }
      expect((await suggest(fixture.context, { text: "#tag", caller: anybody })).length).toBe(10);
    }));
});
