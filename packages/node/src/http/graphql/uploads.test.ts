import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { contentHash } from "@freehold/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type GraphqlNode, openGraphqlNode, readReply } from "../../../test/support/graphql-node.ts";
import { limits } from "../limits.ts";

const most = 3 * 1024 * 1024;

let node: GraphqlNode;
let token: string;
beforeAll(async () => {
  node = await openGraphqlNode({ settings: { FREEHOLD_MAX_CONTENT_BYTES: String(most) } });
  token = await node.token("create:publications");
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
});

const query =
  "mutation M($input: CreatePublicationInput!) { createPublication(input: $input) { id slug type contentHash filename mediaType size description state } }";

interface FormOptions {
  input?: Record<string, unknown>;
  map?: unknown;
  token?: string | null;
  name?: string;
  type?: string;
}

function formOf(
  bytes: Uint8Array<ArrayBuffer>,
  { input = {}, map, name = "cat.bin", type = "" }: FormOptions = {},
) {
  const form = new FormData();
  const variables = { input: { type: "FILE", file: null, ...input } };
  form.set("operations", JSON.stringify({ query, variables }));
  form.set("map", JSON.stringify(map ?? { 0: ["variables.input.file"] }));
  form.set("0", new Blob([bytes], { type }), name);
  return form;
}

async function send(body: FormData | string, options: FormOptions & { contentType?: string } = {}) {
  const bearer = options.token === undefined ? token : options.token;
  const headers = {
    ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    ...(options.contentType && { "content-type": options.contentType }),
  };
  return await readReply(await fetch(node.endpoint, { method: "POST", headers, body }));
}

/** A form written by hand, part by part. */
function write(...parts: ReadonlyArray<readonly [name: string, value: string, file?: string]>) {
  const body = parts.map(([name, value, file]) => {
    const filename = file === undefined ? "" : `; filename="${file}"`;
    return `--b\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${value}\r\n`;
  });
  return send(`${body.join("")}--b--\r\n`, { contentType: "multipart/form-data; boundary=b" });
}

const operations = JSON.stringify({ query, variables: { input: { type: "FILE", file: null } } });
const map = '{"0":["variables.input.file"]}';

async function publicationCount(): Promise<number> {
  const rows = await node.ctx.store.db.selectFrom("publications").select("id").execute();
  return rows.length;
}

describe("a file", () => {
  it("comes as it was sent, with its name and what it is", async () => {
    const bytes = randomBytes(most);
    const input = { description: "A cat", slug: "cat", state: "DRAFT" };
    const { data, errors } = await send(formOf(bytes, { input, name: "../Kätzchen.bin" }));
    expect(errors).toEqual([]);
    expect(data?.createPublication).toMatchObject({
      type: "FILE",
      slug: "cat",
      state: "DRAFT",
      description: "A cat",
      filename: "Kätzchen.bin",
      size: most,
      contentHash: contentHash(bytes),
    });
    const stored = await node.ctx.blobs.readAll(contentHash(bytes), most);
    expect(Buffer.compare(stored, bytes)).toBe(0);
  });

  it("may be a post that is too long for a document", async () => {
    const text = new TextEncoder().encode(`# Long\n${"ö ".repeat(500_000)}`);
    const { data } = await send(formOf(text, { input: { type: "POST" }, name: "post.md" }));
    expect(data?.createPublication).toMatchObject({
      type: "POST",
      mediaType: "text/markdown",
      state: "LOCAL",
    });
  });

  it("loses its byte-order mark as a post, and keeps it as a file", async () => {
    const [marked, plain] = ["\ufeffmarked", "marked"].map((text) => new TextEncoder().encode(text));
    if (!marked || !plain) throw new Error("There are two.");
    for (const [type, bytes] of [
      ["POST", plain],
      ["FILE", marked],
    ] as const) {
      const { data } = await send(formOf(marked, { input: { type } }));
      expect(data?.createPublication).toMatchObject({ type, contentHash: contentHash(bytes) });
    }
  });

  it("of one byte more than the node takes is refused, and nothing is left of it", async () => {
    const before = await publicationCount();
    const { data, codes, errors } = await send(formOf(randomBytes(most + 1)));
    expect(data).toEqual({ createPublication: null });
    expect(codes).toEqual(["TOO_LARGE"]);
    expect(errors[0]?.message).toBe(`This is larger than the limit of ${most} bytes.`);
    expect(errors[0]?.extensions).toEqual({
      code: "TOO_LARGE",
      maxBytes: most,
      sentence: [{ code: "This is larger than the limit of {0} bytes.", values: [String(most)] }],
    });
    expect(await publicationCount()).toBe(before);
  });

  it("that says that it is far too large is not read at all", async () => {
    const { status, errors } = await send(formOf(new Uint8Array(most + 4 * 1024 * 1024)));
    const extensions = { code: "TOO_LARGE", maxBytes: most };
    expect({ status, errors }).toMatchObject({ status: 413, errors: [{ extensions }] });
  });

  it("whose client goes away leaves nothing", async () => {
    const before = await publicationCount();
    const failure = await new Promise<unknown>((resolve) => {
      const call = request(node.endpoint, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
      });
      call.on("error", resolve);
      call.on("response", resolve);
      call.write(`--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${operations}\r\n`);
      call.write(`--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n${map}\r\n`);
      call.write('--b\r\nContent-Disposition: form-data; name="0"; filename="x"\r\n\r\n');
      call.write(randomBytes(500_000), () => setTimeout(() => call.destroy(new Error("gone")), 50));
    });
    expect(failure).toMatchObject({ message: "gone" });
    await expect.poll(() => node.lines.some(({ sentence }) => sentence === "a request failed")).toBe(false);
    expect(await publicationCount()).toBe(before);
    await expect.poll(() => node.ctx.blobs.sweepTemporary()).toBe(0);
  });

  it("that ends too early is refused", async () => {
    const half = `--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${operations}\r\n--b\r\nContent-Disposition: form-data; name="map"\r\n\r\n${map}\r\n--b\r\nContent-Disposition: form-data; name="0"; filename="x"\r\n\r\nhalf`;
    const before = await publicationCount();
    const { data } = await send(half, { contentType: "multipart/form-data; boundary=b" });
    expect(data ?? { createPublication: null }).toEqual({ createPublication: null });
    expect(await publicationCount()).toBe(before);
  });

  it("is not read when something else is wrong, and the answer comes all the same", async () => {
    const { codes } = await send(formOf(randomBytes(most), { input: { slug: "not a slug" } }));
    expect(codes).toEqual(["VALIDATION_FAILED"]);
    const forbidden = await node.token("read:timeline");
    const refused = await send(formOf(randomBytes(most)), { token: forbidden });
    expect(refused.codes).toEqual(["FORBIDDEN"]);
  });

  it("comes from nobody in particular not at all", async () => {
    const { status, codes } = await send(formOf(randomBytes(10)), { token: null });
    expect({ status, codes }).toEqual({ status: 401, codes: ["UNAUTHENTICATED"] });
  });
});

describe("a form that is none by the specification", () => {
  const file = ["0", "x", "x.txt"] as const;
  test.each([
    ["the file comes first", [file, ["operations", operations], ["map", map]]],
    ["the map is missing", [["operations", operations], file]],
    [
      "there is no file",
      [
        ["operations", operations],
        ["map", map],
      ],
    ],
    ["the operations are not JSON", [["operations", "{"], ["map", map], file]],
    ["they are a batch", [["operations", `[${operations}]`], ["map", map], file]],
    [
      "the map names two files",
      [["operations", operations], ["map", '{"0":["variables.input.file"],"1":["variables.x"]}'], file],
    ],
    [
      "the map names two places",
      [["operations", operations], ["map", '{"0":["variables.input.file","variables.x"]}'], file],
    ],
    [
      "the map names another file",
      [["operations", operations], ["map", '{"1":["variables.input.file"]}'], file],
    ],
    [
      "the place is not there",
      [["operations", operations], ["map", '{"0":["variables.input.other"]}'], file],
    ],
    ["the place is not null", [["operations", operations], ["map", '{"0":["variables.input.type"]}'], file]],
    ["the place is no variable", [["operations", operations], ["map", '{"0":["query"]}'], file]],
    [
      "the place is nobody's own",
      [["operations", operations], ["map", '{"0":["variables.__proto__.x"]}'], file],
    ],
    [
      "a field is too long",
      [["operations", operations.padEnd(limits.uploadFieldBytes + 1)], ["map", map], file],
    ],
  ] as const)("is refused: %s", async (_name, parts) => {
    const { status, codes } = await write(...parts);
    expect({ status, codes }).toEqual({ status: 400, codes: ["BAD_REQUEST"] });
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  test.each(["multipart/form-data", "multipart/form-data; boundary="])(
    "is refused: %s",
    async (contentType) => {
      const { status, codes } = await send("x", { contentType });
      expect({ status, codes }).toEqual({ status: 400, codes: ["BAD_REQUEST"] });
    },
  );

  it("may have a field as long as the limit beside it", async () => {
    const long = operations.padEnd(limits.uploadFieldBytes);
    expect((await write(["operations", long], ["map", map], file)).status).toBe(200);
  });

  it("takes no file out of JSON", async () => {
    const input = { type: "FILE", file: { filename: "x", source: [] } };
    const { codes } = await node.ask(query, { input }, { token });
    expect(codes).toEqual(["BAD_REQUEST"]);
  });
});

it("publishes what the reference implementation's tools send", async () => {
  const mutation =
    "mutation CreatePublication($input: CreatePublicationInput!) { createPublication(input: $input) { id slug } }";
  const input = { type: "POST", body: "# Hello", slug: "hello" };
  const { data } = await node.ask(mutation, { input }, { token });
  expect(data).toEqual({ createPublication: { id: expect.stringMatching(/^\d+$/), slug: "hello" } });
});
