import type { Check } from "../check.ts";
import { expectEqual } from "../expectations.ts";
import { asList, asRecord } from "../node/read-facts.ts";

export const limits: readonly Check[] = [
  {
    id: "default-limit",
    section: "8",
    title: "without a limit a page has up to 100 entries",
    async run({ node }) {
      const { data, pagination } = asRecord((await node.get("/ewp/publications")).json);
      const { limit, total } = asRecord(pagination);
      expectEqual(limit, 100, "limit");
      expectEqual(asList(data).length, Math.min(100, Number(total)), "number of entries");
    },
  },
];
