import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { plansOf } from "../../../test/support/query-plans.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import { listHashtags } from "../../store/list-hashtags.ts";
import type { Caller } from "../access/caller.ts";
import { suggest } from "./suggest.ts";

const anybody: Caller = { kind: "anonymous" };
const reader: Caller = { kind: "integration", tokenId: "t", scopes: new Set(["read:timeline"]) };
const owner: Caller = { kind: "client", tokenId: "t" };

forEachDatabase((_name, open) => {
  async function sit(body: (desk: WritingDesk) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    await body(desk);
  }

  const texts = async (desk: WritingDesk, text: string, caller: Caller) =>
    (await suggest(desk.context, { text, caller })).map((one) => `${one.kind} ${one.text}`);

  it("offers the tags that begin so, each once, of what the caller may see", () =>
    sit(async (desk) => {
      await desk.post("#harbour #Harvest #boat");
      await desk.post("#harbour", "signed");
      await desk.post("#harsh", "draft");
      await desk.followed(2);
      await desk.replica(2, "#harp");
      expect(await texts(desk, "#har", anybody)).toEqual(["tag harbour", "tag harvest"]);
      expect(await texts(desk, "#HAR", reader)).toEqual(["tag harbour", "tag harp", "tag harvest"]);
      expect(await texts(desk, "#har", owner)).toEqual([
        "tag harbour",
        "tag harp",
        "tag harsh",
        "tag harvest",
      ]);
      expect(await texts(desk, "#hark", owner)).toEqual([]);
    }));

  it("offers nodes by their names: to anybody the own one alone", () =>
    sit(async (desk) => {
      await desk.followed(2, "Owl");
      expect(await texts(desk, "@ow", anybody)).toEqual(["node Owner"]);
      expect((await suggest(desk.context, { text: "@owl", caller: reader })).at(0)).toEqual({
        kind: "node",
        text: "Owl",
        address: addressOf(2),
        url: "https://node2.example",
      });
      expect((await texts(desk, "ow", owner)).sort()).toEqual(["node Owl", "node Owner"]);
    }));

  it("takes anything for a beginning", () =>
    sit(async (desk) => {
      await desk.post("#one");
      for (const text of ["", "#", "@", "%", "#%", "#_", "'", "\0", "#\u{10ffff}", "x".repeat(10_000)]) {
        expect(await texts(desk, text, owner)).toEqual([]);
      }
    }));

  it("goes from tag to tag, and not through what has them", () =>
    sit(async (desk) => {
      for (let n = 0; n < 30; n += 1) await desk.post(`Post ${n} #one #tag${n}`);
      const { store } = desk.context;
      if (store.dialect.name !== "sqlite") return;
      const states = ["local", "signed"] as const;
      for (const publisher of [null, desk.self]) {
        const filter = { prefix: "t", publisher, states, limit: 3 };
        const plans = await plansOf(store, (tx) => listHashtags(tx, filter));
        expect(plans.length).toBeGreaterThan(0);
        expect(plans.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
      }
      expect((await suggest(desk.context, { text: "#tag", caller: anybody })).length).toBe(10);
    }));
});
