import { parseHash } from "@freehold/protocol";
import { expect, it } from "vitest";
import { closeAfterEach } from "../../../../test/support/close-after-each.ts";
import { openHttpNode } from "../../../../test/support/http-node.ts";
import { saveContent } from "../../../store/contents.ts";
import type { DiagnosisContext } from "../check-context.ts";
import { checkLeftovers } from "./leftovers.ts";

const use = closeAfterEach();
const hourMs = 60 * 60 * 1000;

it("warns of files that nothing refers to for hours, and of no others", async () => {
  const { ctx, publish } = use(await openHttpNode());
  const signal = new AbortController().signal;
  const look = () => checkLeftovers.run({ ...ctx, signal } as unknown as DiagnosisContext);
  const leave = (digit: string, ageMs: number) =>
    ctx.store.transaction((tx) =>
      saveContent(tx, {
        hash: parseHash(`0x${digit.repeat(64)}`) ?? expect.fail(),
        size: 1_500_000,
        now: ctx.clock.now() - ageMs,
      }),
    );
  await publish("# Tides", { state: "local" });
  await leave("1", 2 * hourMs);
  expect((await look()).state).toBe("ok");
  await leave("2", 4 * hourMs);
  expect(await look()).toMatchObject({
    state: "warning",
    finding: "Files that nothing refers to, for more than three hours: 1, with 2 MB.",
  });
});
