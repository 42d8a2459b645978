import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpNode, openHttpNode } from "../../../../test/support/http-node.ts";
import { soundBytes, videoBytes } from "../../../../test/support/media-bytes.ts";

let node: HttpNode;
beforeAll(async () => {
  node = await openHttpNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const get = (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers });
const upload = (bytes: Uint8Array, filename: string, state?: "local" | "draft") =>
  node.publish(bytes, { filename, ...(state && { state }) });
const at = ({ contentHash }: { contentHash: string }) => `https://ada.example/ewp/contents/${contentHash}`;

test("sounds and videos of this site have players that may be loaded, signed or not", async () => {
  const video = await upload(videoBytes("a"), "river.mp4");
  const sound = await upload(soundBytes(1), "rain.wav", "local");
  const paper = await upload(Buffer.from("%PDF-1.7\n"), "paper.pdf", "local");
  const text = `# Media\n\n[The river](${at(video)})\n\n![Rain](${at(sound)})\n\nAnd [a paper](${at(paper)}).`;
  const post = await node.publish(text, { state: "local" });
  const { body, headers } = await get(`/publications/${post.id}`);
  const paths = [
    `/ewp/contents/${video.contentHash}?timestamp=${video.timestamp}`,
    `/publications/${sound.id}/file`,
    `/publications/${paper.id}/file`,
  ];
  expect(body).toContain(
    `<video src="${paths[0]}" aria-label="The river" controls preload="metadata"></video>`,
  );
  expect(body).toContain(`<audio src="${paths[1]}" aria-label="Rain" controls preload="none"></audio>`);
  expect(body).toContain(`<a href="${paths[2]}"`);
  expect(headers["content-security-policy"]).toContain("media-src 'self'");
  for (const [index, path] of paths.entries()) {
    const part = await get(path, { range: "bytes=0-3" });
    expect([path, part.statusCode, part.headers["content-type"]]).toEqual([
      path,
      206,
      ["video/mp4", "audio/wav", "application/pdf"][index],
    ]);
  }
});

test("what no browser shows as a picture is a link with its words, also in feeds and in a figure", async () => {
  const drawing = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "plan.svg");
  const paper = await upload(Buffer.from("%PDF-1.7\n2"), "paper.pdf", "local");
  const video = await upload(videoBytes("e"), "lake.mp4");
  const text = `# Plans\n\n![The plan](${at(drawing)} "Floor")\n\n![](${at(paper)})\n\n![Lake](${at(video)})`;
  const post = await node.publish(text, { state: "local" });
  const link = `<a href="/ewp/contents/${drawing.contentHash}?timestamp=${drawing.timestamp}" rel="noopener noreferrer">The plan</a>`;
  const { body } = await get(`/publications/${post.id}`);
  expect(body).toContain(`<figure class="picture">${link}<figcaption>Floor</figcaption></figure>`);
  expect(body).toContain(`>/publications/${paper.id}/file</a>`);
  expect(body).not.toMatch(/<img[^>]*(?:plan|file"|contents)/);
  const feed = (await get("/feed.json")).json() as { items: { title: string; content_html: string }[] };
  const html = feed.items.find(({ title }) => title === "Plans")?.content_html ?? "";
  expect(html).toContain(`<a href="${at(drawing)}"`);
  expect(html).toContain(`<a href="${at(video)}" rel="noopener noreferrer">Lake</a>`);
  expect(html).not.toContain("<img");
});

test("a list shows a file that a post plays with that post alone", async () => {
  const video = await upload(videoBytes("b"), "sea.mp4");
  const other = await upload(videoBytes("c"), "alone.mp4");
  await node.publish(`# The sea\n\n[Waves](${at(video)})`);
  const { body } = await get("/");
  expect(body).not.toContain("sea.mp4");
  expect(body).toContain(`/publications/${other.id}`);
});

test("of a draft nothing is shown, not even that it is a video", async () => {
  const secret = await upload(videoBytes("d"), "secret.mp4", "draft");
  const post = await node.publish(`[Film](${at(secret)})\n\n![Film](${at(secret)})`);
  const { body } = await get(`/publications/${post.id}`);
  expect(body).not.toMatch(/<video|<audio|secret|\/file"/);
  expect((await get(`/publications/${secret.id}/file`)).statusCode).toBe(404);
});

test("a feed and the Markdown of a post have links", async () => {
  const sound = await upload(soundBytes(2), "wind.wav");
  const post = await node.publish(`# Wind\n\n[The wind](${at(sound)})`);
  const feed = (await get("/feed.json")).json() as { items: { title: string; content_html: string }[] };
  expect(feed.items.find(({ title }) => title === "Wind")?.content_html).toContain(
    `<p><a href="${at(sound)}"`,
  );
  expect((await get(`/publications/${post.id}.md`)).body).toContain(`[The wind](${at(sound)})`);
});
