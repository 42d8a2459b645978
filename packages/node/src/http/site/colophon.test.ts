import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const printedAt = async (path: string) => {
  const { body } = await node.app.inject(path);
  const [printed = ""] = /<div class="colophon[\s\S]*?<\/dl>/.exec(body) ?? [];
  return printed.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
};

test("on paper a signed post names its day, its address, its signer and its hash; a local one only the first two", async () => {
  const signed = await node.publish("# Signed", { slug: "signed" });
  const printed = await printedAt("/slug/signed");
  for (const part of ["https://ada.example/slug/signed", node.address, signed.contentHash])
    expect(printed).toContain(part);
  expect(printed).toMatch(/Published \d{1,2} \w+ \d{4} /);
  const local = await node.publish("# Local", { slug: "local", state: "local" });
  const here = await printedAt("/slug/local");
  expect(here).toContain("/slug/local");
  expect(here).not.toContain(local.contentHash);
});
