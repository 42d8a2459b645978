import { Readable } from "node:stream";
import { beforeAll, expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { hasSecret, noise, photo, tag } from "../../../../test/support/tagged-pictures.ts";
import { createPublication } from "../create.ts";
import { saveDraft } from "../save-draft.ts";
import { updatePublication } from "../update.ts";
import { cleanPicturesInText } from "./prepare-text.ts";

let picture: string;
beforeAll(async () => {
  picture = (await photo()).toString("base64");
});

/** Whether a text holds the metadata of the photo in any of its pictures. */
function hasSecretInside(text: string): boolean {
  const payloads = text.replaceAll("%2B", "+").matchAll(/base64,([\w+/=\s]+)/g);
  return [...payloads].some(([, base64 = ""]) => hasSecret(Buffer.from(base64, "base64")));
}

const lines = (base64: string) => base64.replace(/.{76}/g, "$&\n");
const encoded = (base64: string) => base64.replaceAll("+", "%2B").replaceAll("=", "%3D");

it.each<[string, (base64: string) => string]>([
  ["in Markdown", (one) => `a ![b](data:image/jpeg;base64,${one}) c`],
  ["twice", (one) => `![](data:image/jpeg;base64,${one})\n\n![](data:image/jpeg;base64,${one})`],
  ["in a reference", (one) => `![b][c]\n\n[c]: data:image/jpeg;base64,${one}\n`],
  ["in angle brackets", (one) => `![b](<data:image/jpeg;base64,${one}>)`],
  ["in HTML", (one) => `<img src="data:image/jpeg;base64,${one}">`],
  ["in HTML with lines", (one) => `<img src='data:image/jpeg;base64,${lines(one)}' alt="c">`],
  ["without quotes", (one) => `<img src=data:image/jpeg;base64,${one}>`],
  ["with a parameter", (one) => `![](data:image/jpeg;charset=utf-8;base64,${one})`],
  ["in capitals", (one) => `![](DATA:image/JPEG;BASE64,${one})`],
  ["by another name", (one) => `![](data:image/png;base64,${one})`],
  ["with escapes", (one) => `![](data:image/jpeg;base64,${encoded(one)})`],
  ["in a file of Jupyter", (one) => JSON.stringify({ "image/png": `data:image/jpeg;base64,${one}` })],
])("removes the metadata of a picture %s, and changes nothing else", async (_where, write) => {
  const { text, removed } = await cleanPicturesInText(write(picture));
  expect(removed).toEqual(["location", "camera", "text"]);
  expect(hasSecretInside(text)).toBe(false);
  const around = (whole: string) => whole.replace(/base64,[\w+/=%\n]+/gi, "");
  expect(around(text)).toBe(around(write(picture)));
  expect(await cleanPicturesInText(text)).toEqual({ text, removed: [] });
});

it("leaves a text as it is whose pictures have no metadata, or are none", async () => {
  const plain = (await noise().jpeg().toBuffer()).toString("base64");
  for (const text of [
    "words",
    `![](data:image/jpeg;base64,${plain})`,
    `![](data:image/jpeg;base64,${plain.slice(0, 300)})`,
    `\`data:image/png;base64,${"iVBORw0KGgoAAAANSUhEUgAA".repeat(6)}\``,
    `![](data:image/svg+xml;base64,${Buffer.from(`<svg>${"a".repeat(200)}</svg>`).toString("base64")})`,
    `data:image/jpeg;base64,${"x".repeat(500)}`,
  ])
    expect(await cleanPicturesInText(text)).toEqual({ text, removed: [] });
});

forEachDatabase((_name, open) => {
  it("stores no location of a picture inside a text, by whatever way it comes", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    const body = `# A\n\n![b](data:image/jpeg;base64,${picture})\n`;
    const read = async ({ contentHash }: { contentHash: string }) =>
      (await context.blobs.readAll(contentHash as `0x${string}`, 1_000_000)).toString();
    const create = (text: string, keepMetadata = false) =>
      createPublication(context, {
        kind: "POST",
        state: "draft",
        source: Readable.from([Buffer.from(text)]),
        keepMetadata,
      });
    const created = await create(body);
    expect(created.removedMetadata).toEqual(["location", "camera", "text"]);
    expect(hasSecretInside(await read(created))).toBe(false);
    const saved = await saveDraft(context, {
      id: created.id,
      body: `${body}more`,
      revision: created.updatedAt,
    });
    expect(hasSecretInside(await read(saved))).toBe(false);
    // The answer was lost.
    const again = { id: created.id, body: `${body}more`, revision: created.updatedAt };
    expect((await saveDraft(context, again)).contentHash).toBe(saved.contentHash);
    const published = await updatePublication(context, created.id, { body, state: "local" });
    expect(hasSecretInside(await read(published))).toBe(false);
    const kept = await create(body, true);
    expect(await read(kept)).toBe(body);
    const rows = () => context.store.db.selectFrom("publications").select(["id", "contentHash"]).execute();
    const before = await rows();
    const tiff = (await tag(noise()).tiff().toBuffer()).toString("base64");
    await expect(create(`![](data:image/tiff;base64,${tiff})`)).rejects.toMatchObject({
      code: "PICTURE_UNSUPPORTED",
      message: expect.stringContaining("A picture inside the text"),
    });
    expect(await rows()).toEqual(before);
  });
});
