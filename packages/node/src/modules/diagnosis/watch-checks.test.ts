import { chmod } from "node:fs/promises";
import { expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { writeMeta } from "../../store/meta.ts";
import { saveFailure } from "../backup/daily.ts";
import { watchChecks } from "./watch-checks.ts";

const use = closeAfterEach();
const minuteMs = 60_000;
const never = new AbortController().signal;

it("shows the last result of each watched check to Prometheus, and none as the node starts", async () => {
  const node = use(await openGraphqlNode());
  let now = Date.now();
  const context = { ...node.ctx, clock: { now: () => now } };
  const state = async (check: string) => {
    const { body } = await node.app.inject({ method: "GET", url: "/metrics", remoteAddress: "127.0.0.1" });
    return new RegExp(`^freehold_check_state\\{check="${check}"\\} (\\d)$`, "m").exec(body)?.[1] ?? null;
  };
  const pass = async (minutes: number) => {
    now += minutes * minuteMs;
    await watchChecks(context, never);
  };

  await watchChecks(context, never);
  expect(await state("work.queues")).toBeNull();
  await pass(1);
  expect(await state("work.queues")).toBe("0");
  // There is nothing to look at.
  expect(await state("work.webhooks")).toBeNull();

  await context.store.transaction((tx) => saveFailure(tx, { at: now, reason: "the disk is full" }));
  await pass(5);
  expect(await state("work.backups")).not.toBe("2");
  await pass(5);
  expect(await state("work.backups")).toBe("2");

  await context.store.transaction((tx) => writeMeta(tx, "backup.made", String(now + minuteMs)));
  await pass(10);
  expect(await state("work.backups")).toBe("0");
});

it("tells the owner once of a check that fails twice in a row", async () => {
  const node = use(await openGraphqlNode());
  const token = await node.signIn();
  let now = Date.now();
  const context = { ...node.ctx, clock: { now: () => now } };
  const pass = async () => {
    now += 10 * minuteMs;
    await watchChecks(context, never);
    const { data } = await node.ask("{ notifications(first: 9) { nodes { type data } } }", {}, { token });
    const { notifications } = data as { notifications: { nodes: { type: string; data: unknown }[] } };
    return notifications.nodes.filter(({ type }) => type === "FAILED_CHECK").map(({ data }) => data);
  };
  const { dataDir } = context.config;
  await watchChecks(context, never);
  await context.store.transaction((tx) => saveFailure(tx, { at: now, reason: "the disk is full" }));

  await chmod(dataDir, 0o755);
  expect(await pass()).toEqual([]);
  await chmod(dataDir, 0o700);
  expect(await pass()).toEqual([]);
  await chmod(dataDir, 0o755);
  expect(await pass()).toEqual([]);
  // A failed backup has a notification of its own.
  expect(await pass()).toEqual([{ check: "machine.permissions" }]);
  expect(await pass()).toHaveLength(1);
});
