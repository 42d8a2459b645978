import { type Check, checks, type Report, runConformance, sections } from "@freehold/conformance";
import { type Form, toHex } from "@freehold/protocol";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseName } from "./support/databases.ts";
import { createReferencePeer, type ReferencePeer } from "./support/reference-peer/reference-peer.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

/** Every row of the specification that can be seen from outside, each a test that names its section. */
const runs: Array<{ form: Form; database: DatabaseName }> = [
  { form: "baseline", database: "sqlite" },
  { form: "baseline", database: "postgres" },
  { form: "reference", database: "sqlite" },
];

describe.each(runs)("conformance in $form form, on $database", ({ form, database }) => {
  const ownerKey = Buffer.alloc(32, 0x42);
  let network: TestNetwork;
  let report: Report;
  beforeAll(async () => {
    network = await createTestNetwork();
    const node = await network.start({
      database,
      privateKey: ownerKey.toString("hex"),
      description: "Some words",
    });
    await fill(node);
    report = await runConformance({
      strict: true,
      url: node.url,
      form,
      ca: network.authority,
      ownerKey: new Uint8Array(ownerKey),
      peer: { certificate: network.certificate },
    });
  }, 120_000);
  afterAll(() => network[Symbol.asyncDispose]());

  const own = checks.filter((check) => (check.form ?? "baseline") === form || check.form === "both");
  test.each(inOrder(own))("$section $title [$id]", ({ id }) => {
    const result = report.results.find((candidate) => candidate.id === id);
    const { outcome, expected, actual, reason } = result ?? {};
    expect({ outcome, expected, actual, reason }).toEqual({
      outcome: "passed",
      expected: null,
      actual: null,
      reason: null,
    });
  });

  test("everything is left as it was found", () => {
    expect(report.notes).toEqual([]);
  });
});

/** Another program's node: what the suite asks of the reference form must not be this node's own habits. */
describe("conformance of a node of the reference form alone", () => {
  const ownerKey = Buffer.alloc(32, 0x43);
  let network: TestNetwork;
  let rex: ReferencePeer;
  beforeAll(async () => {
    network = await createTestNetwork();
    rex = await createReferencePeer(network, { privateKey: toHex(ownerKey) });
    await rex.publish({ content: "# With a slug\n", slug: "with-a-slug" });
    await rex.publish({ content: "Only on its page", signed: false });
    await rex.publish({ content: new Uint8Array(5_000).fill(7), description: "Bytes" });
  });
  afterAll(async () => {
    await rex.stop();
    await network[Symbol.asyncDispose]();
  });

  const run = (form: Form) =>
    runConformance({
      strict: true,
      url: rex.url,
      form,
      ca: network.authority,
      ownerKey: new Uint8Array(ownerKey),
      peer: { certificate: network.certificate },
    });

  test("it passes every check of its form but the optional ones", async () => {
    const { results, notes, speaks } = await run("reference");
    expect(speaks).toEqual(["reference"]);
    const leftOut = checks.filter(({ needs }) => needs?.includes("baseline")).map(({ id }) => id);
    const others = results.filter(({ id, outcome }) => outcome !== "passed" && !leftOut.includes(id));
    expect(others).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === "skipped")).toHaveLength(leftOut.length);
    expect(notes).toEqual([]);
    expect(rex.state.connections).toEqual([]);
  });

  test("in the baseline form one message says which form it speaks", async () => {
    const { results, counts } = await run("baseline");
    expect(results).toMatchObject([{ id: "form-spoken", outcome: "failed" }]);
    expect(counts).toEqual({ passed: 0, failed: 1, differs: 0, notShown: 0, skipped: 0 });
  });
});

function inOrder(list: readonly Check[]): Check[] {
  const order: readonly string[] = sections.map(([section]) => section);
  return list.toSorted((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
}

/** A bit of everything that a node can have. */
async function fill(node: TestNode): Promise<void> {
  for (let number = 1; number <= 5; number += 1) await node.publish(`Post ${number}`);
  await node.publish("# With a slug\n", { slug: "with-a-slug" });
  const picture = sharp({ create: { width: 900, height: 1_000, channels: 3, background: "#a33" } });
  for (const format of ["png", "jpeg", "webp"] as const) {
    const bytes = await picture.clone().toFormat(format).toBuffer();
    await node.publish(bytes, { description: `A ${format} picture`, filename: `picture.${format}` });
  }
  await node.publish(new Uint8Array(5_000).fill(7), { description: "Bytes", filename: "bytes.bin" });
  await node.draft("A draft");
  await node.draft("Only here", "local");
}
