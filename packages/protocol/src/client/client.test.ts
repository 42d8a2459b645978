import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { type Asked, startTestNode } from "../../test/test-node.ts";
import {
  contentHash,
  EwpClient,
  type EwpClientOptions,
  type Hash,
  PeerError,
  signDigestWith,
  signEnvelope,
} from "../index.ts";

const url = "https://node.test/base/";
const alice = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const profile = {
  address: alice,
  url: "https://node.test/base",
  title: "A",
  description: null,
  ewpVersion: "1",
  createdAt: "2025-01-01T00:00:00.000Z",
  updatedAt: "2025-01-02T00:00:00.000Z",
};
const envelope = signEnvelope(
  "StatementOfSource",
  { contentHash: contentHash(new Uint8Array()), publisherAddress: alice, timestamp: 1 },
  signDigestWith(new Uint8Array(32).fill(7)),
);

async function withNode<T>(
  answer: (asked: Asked, response: ServerResponse) => void | Promise<void>,
  use: (client: EwpClient, asked: Asked[]) => Promise<T>,
  options: Partial<EwpClientOptions> = {},
): Promise<T> {
  await using node = await startTestNode(answer);
  return await use(new EwpClient({ url, transport: node.transport, ...options }), node.asked);
}

const reply =
  (status: number, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  (_: Asked, response: ServerResponse): void => {
    const length = status === 204 ? {} : { "Content-Length": Buffer.byteLength(body) };
    response.writeHead(status, { ...length, ...headers }).end(body);
  };

const failure = (fields: object) => expect.objectContaining({ name: "PeerError", ...fields });

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it("refuses a URL that is not a node's", () => {
  expect(() => new EwpClient({ url: "http://node.test" })).toThrow(PeerError);
});

describe("the profile (spec 4.1)", () => {
  it("is read in baseline form, below the node's own path", async () => {
    const { ewpVersion: _, ...parsed } = profile;
    await withNode(
      reply(200, JSON.stringify(profile)),
      async (client, asked) => {
        expect(await client.profile()).toEqual({ ...parsed, form: "baseline" });
        expect(asked[0]).toMatchObject({
          method: "GET",
          path: "/base/ewp/profile",
          headers: { "user-agent": "test/1" },
        });
      },
      { userAgent: "test/1" },
    );
  });

  it.each([
    ["no JSON", "<html>", "bad-reply"],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "bad-reply"],
    ["no profile", "{}", "bad-reply"],
    ["too large", `"${"x".repeat(70_000)}"`, "too-large"],
  ])("fails when it is %s", async (_, body, kind) => {
    await withNode(reply(200, body), (client) => expect(client.profile()).rejects.toEqual(failure({ kind })));
  });

  it("fails for another success than 200", async () => {
    await withNode(reply(206, "{}"), (client) =>
      expect(client.profile()).rejects.toEqual(failure({ kind: "bad-reply", status: 206 })),
    );
  });

  it("has the node's error code and its Retry-After", async () => {
    await withNode(reply(503, '{"error":"RATE_LIMITED"}', { "Retry-After": "7" }), (client) =>
      expect(client.profile()).rejects.toEqual(
        failure({ kind: "refused", status: 503, code: "RATE_LIMITED", retryAfterMs: 7_000 }),
      ),
    );
  });

  it.each(["<html>", "{}", '{"error":1}', '{"error":"<b>"}', `{"error":"A","x":"${"x".repeat(9_000)}"}`])(
    "has no code for an error like %s",
    async (body) => {
      await withNode(reply(404, body), (client) =>
        expect(client.profile()).rejects.toEqual(failure({ kind: "refused", status: 404, code: null })),
      );
    },
  );

  it("ends with its signal, and with the client's", async () => {
    const hang = () => {};
    const calls = new AbortController();
    const options = { signal: calls.signal };
    await withNode(
      hang,
      async (client) => {
        await expect(client.profile(AbortSignal.abort())).rejects.toEqual(failure({ kind: "unreachable" }));
        const call = client.profile();
        calls.abort();
        await expect(call).rejects.toEqual(failure({ kind: "unreachable" }));
      },
      options,
    );
  });
});

describe("a page of the index (spec 4.3)", () => {
  const empty = {
    data: [],
    pagination: { page: 3, limit: 5, total: 0, totalPages: 0, hasNextPage: false, hasPreviousPage: true },
  };

  it("is requested in the form of the node", async () => {
    const answer = reply(200, JSON.stringify(empty));
    const ask = async (client: EwpClient, asked: Asked[]) => {
      expect(await client.publicationsPage({ since: 1_735_000_000, limit: 5, page: 3 })).toEqual({
        items: [],
        pagination: empty.pagination,
      });
      return Object.fromEntries(asked[0]?.query ?? []);
    };
    expect(await withNode(answer, ask)).toEqual({ since: "1735000000", limit: "5", page: "3" });
    expect(await withNode(answer, ask, { form: "reference" })).toEqual({
      since: "2024-12-24T00:26:41.000Z",
      limit: "5",
      page: "3",
    });
  });

  it("is requested from a node of the reference form with a time and at most a hundred entries", async () => {
    await withNode(
      reply(200, JSON.stringify(empty)),
      async (client, asked) => {
        await client.publicationsPage({ limit: 1_000 });
        expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({
          since: "1970-01-01T00:00:00.000Z",
          limit: "100",
          page: "1",
        });
      },
      { form: "reference" },
    );
  });

  it("fails when it is no page, or more than 4 MiB", async () => {
    await withNode(reply(200, "[]"), (client) =>
      expect(client.publicationsPage()).rejects.toEqual(failure({ kind: "bad-reply" })),
    );
    await withNode(reply(200, " ".repeat(4 * 1024 * 1024 + 1)), (client) =>
      expect(client.publicationsPage()).rejects.toEqual(failure({ kind: "too-large" })),
    );
  });
});

describe("content (spec 4.4)", () => {
  const bytes = Buffer.from("hello");
  const hash = contentHash(bytes);
  const headers = {
    "Content-Type": "image/PNG; x=y",
    "Content-Disposition": "inline; filename=\"a.png\"; filename*=UTF-8''%C3%BC.png",
    "Content-Description": "%C3%9C",
    Link: '</slug/x>; rel="canonical"',
  };

  it("is streamed, with the values of its headers", async () => {
    await withNode(reply(200, bytes, headers), async (client, asked) => {
      const { body, ...fields } = await client.content(hash, { timestamp: 5 });
      expect(fields).toEqual({
        mediaType: "image/png",
        filename: "ü.png",
        description: "Ü",
        canonical: "https://node.test/slug/x",
        length: 5,
      });
      expect(await read(body)).toBe("hello");
      expect(asked[0]).toMatchObject({ path: `/base/ewp/contents/${hash}` });
      expect(asked[0]?.query.toString()).toBe("timestamp=5");
      expect(asked[0]?.headers["accept-encoding"]).toBe("identity");
    });
  });

  it("fails at its end if the content differs", async () => {
    await withNode(reply(200, "hellO"), async (client) => {
      const { body } = await client.content(hash);
      await expect(read(body)).rejects.toEqual(failure({ kind: "bad-reply", code: "CONTENT_HASH_MISMATCH" }));
    });
  });

  it("fails when the connection breaks in the middle", async () => {
    const breakOff = (_: Asked, response: ServerResponse) => {
      response.writeHead(200, { "Content-Length": "5" });
      response.write("hel", () => response.destroy());
    };
    await withNode(breakOff, async (client) => {
      const { body } = await client.content(hash);
      await expect(read(body)).rejects.toThrow();
    });
  });

  it("is not checked against the hash when it is a thumbnail", async () => {
    await withNode(reply(200, "small"), async (client, asked) => {
      expect(await read((await client.content(hash, { thumb: "sm" })).body)).toBe("small");
      expect(asked[0]?.query.toString()).toBe("thumb=sm");
    });
  });

  it("is refused if its length is too large, and ended if its bytes are too many", async () => {
    await withNode(reply(200, bytes), (client) =>
      expect(client.content(hash, { maxBytes: 4 })).rejects.toEqual(failure({ kind: "too-large" })),
    );
    const unannounced = (_: Asked, response: ServerResponse) => {
      response.write("hel");
      response.end("lo");
    };
    await withNode(unannounced, async (client) => {
      const { body } = await client.content(hash, { maxBytes: 4 });
      await expect(read(body)).rejects.toEqual(failure({ kind: "too-large" }));
    });
  });
});

describe("the status of a reply counts, whatever follows it", () => {
  const dripping = (status: number) => (_: Asked, response: ServerResponse) => {
    response.writeHead(status);
    const timer = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(timer));
  };

  it("is a success at once, before its body ends", async () => {
    await withNode(dripping(202), async (client) =>
      expect(await client.announce(envelope)).toEqual({ status: 202 }),
    );
  });

  it("is a refusal without a code if none arrives in time", async () => {
    await withNode(dripping(400), (client) =>
      expect(client.announce(envelope)).rejects.toEqual(
        failure({ kind: "refused", status: 400, code: null }),
      ),
    );
  });
});

describe("what is sent", () => {
  const followed: Hash = "0xab";
  it.each([
    [
      "createConnection",
      201,
      "POST",
      "/base/ewp/connections",
      (c: EwpClient) => c.createConnection(envelope),
    ],
    [
      "destroyConnection",
      204,
      "DELETE",
      "/base/ewp/connections",
      (c: EwpClient) => c.destroyConnection(envelope),
    ],
    ["announce", 202, "POST", "/base/ewp/publications", (c: EwpClient) => c.announce(envelope)],
    ["updateNode", 204, "PATCH", "/base/ewp/nodes/0xab", (c: EwpClient) => c.updateNode(followed, envelope)],
  ] as const)("%s sends the envelope to its endpoint", async (_, status, method, path, send) => {
    await withNode(reply(status, ""), async (client, asked) => {
      expect(await send(client)).toEqual({ status });
      expect(asked[0]).toMatchObject({ method, path, headers: { "content-type": "application/json" } });
      expect(JSON.parse(asked[0]?.body ?? "")).toEqual(envelope);
    });
  });

  it("sends the time of the last profile change in the headers that the node knows", async () => {
    const send = async (client: EwpClient, asked: Asked[]) => {
      await client.announce(envelope, { nodeUpdated: profile.updatedAt });
      return [asked[0]?.headers["x-epress-node-updated"], asked[0]?.headers["x-epress-profile-updated"]];
    };
    expect(await withNode(reply(202, ""), send)).toEqual([profile.updatedAt, undefined]);
    expect(await withNode(reply(202, ""), send, { form: "reference" })).toEqual([
      profile.updatedAt,
      profile.updatedAt,
    ]);
  });

  it("succeeds by its status, whatever the body is", async () => {
    await withNode(reply(201, "x".repeat(100_000)), async (client) => {
      expect(await client.createConnection(envelope)).toEqual({ status: 201 });
    });
  });

  it.each([
    ["baseline", "/base/ewp/publications"],
    ["reference", "/base/ewp/replications"],
  ] as const)("announces a publication at the endpoint of a node of the %s form", async (form, path) => {
    await withNode(
      reply(201, ""),
      async (client, asked) => {
        expect(await client.announce(envelope)).toEqual({ status: 201 });
        expect(asked[0]).toMatchObject({ method: "POST", path });
        expect(JSON.parse(asked[0]?.body ?? "")).toEqual(envelope);
      },
      { form },
    );
  });

  it("sends a follow to the endpoint of a node of the baseline form", async () => {
    await withNode(reply(201, ""), async (client, asked) => {
      await client.deliverFollow(envelope);
      expect(asked[0]).toMatchObject({ method: "POST", path: "/base/ewp/connections" });
      expect(JSON.parse(asked[0]?.body ?? "")).toEqual(envelope);
    });
  });

  describe("by GraphQL to a node of the reference form (decisions 3)", () => {
    const follow = (status: number, json: unknown) =>
      withNode(
        reply(status, JSON.stringify(json)),
        async (client, asked) => {
          await client.deliverFollow(envelope);
          return asked[0];
        },
        { form: "reference" },
      );

    it("is a follow, with the signed data as variables", async () => {
      const asked = await follow(200, { data: { createConnection: { address: alice } } });
      expect(asked).toMatchObject({ method: "POST", path: "/base/api/graphql" });
      const body = JSON.parse(asked?.body ?? "");
      expect(body.variables).toEqual(envelope);
      expect(body.query).toContain("createConnection(typedData: $typedData, signature: $signature)");
    });

    it.each([
      [
        200,
        { errors: [{ message: "x", extensions: { code: "INVALID_SIGNATURE" } }] },
        400,
        "INVALID_SIGNATURE",
      ],
      [200, { errors: [{ extensions: { code: "INTERNAL_SERVER_ERROR" } }] }, 500, "INTERNAL_SERVER_ERROR"],
      [200, { errors: [{ message: "x" }], data: null }, 500, null],
      [400, { errors: [{ extensions: { code: "VALIDATION_FAILED" } }] }, 400, "VALIDATION_FAILED"],
      [503, { error: "NOT_INSTALLED", message: "x" }, 503, "NOT_INSTALLED"],
    ])("is refused with %i %j", async (status, json, meant, code) => {
      await expect(follow(status, json)).rejects.toEqual(failure({ kind: "refused", status: meant, code }));
    });

    it.each([{}, { data: null }, { data: { createConnection: null } }, { errors: [] }, "x"])(
      "fails for an answer like %j",
      async (json) => {
        await expect(follow(200, json)).rejects.toEqual(failure({ kind: "bad-reply" }));
      },
    );
  });

  it("is refused with status and code", async () => {
    await withNode(reply(409, '{"error":"CONNECTION_ALREADY_EXISTS","message":"x"}'), (client) =>
      expect(client.createConnection(envelope)).rejects.toEqual(
        failure({ kind: "refused", status: 409, code: "CONNECTION_ALREADY_EXISTS", retryAfterMs: null }),
      ),
    );
  });
});
