import { expect, it } from "vitest";
import { closeAfterEach } from "../../../test/support/close-after-each.ts";
import { openHttpNode } from "../../../test/support/http-node.ts";

const use = closeAfterEach();
const control = /[\p{Cc}--[\t\n\r]]/v;

it("has no control characters in pages and feeds, whatever a post has in its title and text", async () => {
  const node = use(await openHttpNode());
  const odd = "\x01\x08\x0b\x0c\x1b\x7f\x85\x9f";
  const { id } = await node.publish(`# A ${odd}title\n\nWords ${odd}of it #tag\n\n## Head ${odd}ing\n`, {
    slug: "a",
  });
  await node.publish(`A note ${odd}alone\n`);
  const paths = [
    "/",
    "/slug/a",
    "/feed.xml",
    "/atom.xml",
    "/feed.json",
    "/tags/tag",
    "/archive",
    "/slug/a.md",
  ];
  for (const path of [...paths.slice(0, -1), `/publications/${id}/card.svg`]) {
    const reply = await node.app.inject(path);
    if (reply.statusCode === 404) continue;
    const { body } = reply;
    const text = path.endsWith(".json")
      ? body.replace(/\\u([0-9a-f]{4})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      : body;
    const at = text.search(control);
    expect([path, at === -1 ? "" : JSON.stringify(text.slice(Math.max(0, at - 40), at + 20))]).toEqual([
      path,
      "",
    ]);
    expect([path, reply.statusCode]).toEqual([path, 200]);
  }
});
