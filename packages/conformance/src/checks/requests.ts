import { type EndpointName, endpoints, isEwpErrorCode } from "@freehold/protocol";
import { type Check, defineChecks, signedEndpoints } from "../check.ts";
import { expectAccepted, expectEach, expectStatus, expectThat } from "../expectations.ts";
import { postFollow } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, type Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";
import { refusal, type Send } from "./refusals.ts";

const json = { "content-type": "application/json" };
const maxBytes = 64 * 1024;

/** A check that every endpoint of signed messages refuses these bodies. */
function bodies(what: string, ...variants: readonly string[]) {
  const sends = variants.flatMap((body) =>
    signedEndpoints.map((name): Send => {
      const { method, path } = endpoints[name];
      return ({ node }, { address }) =>
        node.call(method, path.replace(":address", address), { body, headers: json });
    }),
  );
  return {
    ...refusal(what, "INVALID_PAYLOAD", sends),
    title: `${what} is INVALID_PAYLOAD at every endpoint with a body`,
    decisions: 2,
    controls: ["follow", "end", "update", "publish", "replicate"],
  } as const;
}

/** The HTTP methods of a path, without HEAD. */
function methodsOf(path: string): string[] {
  return Object.values(endpoints)
    .filter((endpoint) => endpoint.path === path)
    .map(({ method }) => method);
}

const paths = [...new Set(Object.values(endpoints).map(({ path }) => path))];
const example: Readonly<Record<string, string>> = {
  ":contentHash": `0x${"0e".repeat(32)}`,
  ":address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
};

function fill(path: string): string {
  return path.replace(/:\w+/, (name) => example[name] ?? name);
}

/** Posts a follow as JSON, padded with spaces to a size. */
function postPadded(
  context: TestContext,
  fakePeer: FakePeer,
  bytes: number,
  headers: Record<string, string> = json,
) {
  const body = JSON.stringify(signBy(fakePeer, followOf(context, fakePeer))).padEnd(bytes, " ");
  return postFollow(context, fakePeer, body, headers);
}

export const requests = defineChecks(
  { section: "7" },
  {
    "body-empty": bodies("an empty body", ""),
    "body-not-json": bodies(
      "a body that is not JSON",
      "{",
      "typedData=x",
      "<xml/>",
      '{"typedData":undefined}',
    ),
    "body-not-an-object": bodies("JSON that is no object", "[]", '"text"', "null", "1", "true"),
    "body-empty-object": bodies("an empty object", "{}"),
    "body-content-type": refusal(
      "a right body with a wrong or missing content type",
      "INVALID_PAYLOAD",
      ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream", null].map(
        (type) => (context, fakePeer) =>
          postPadded(context, fakePeer, 0, type === null ? {} : { "content-type": type }),
      ),
      { controls: ["follow"], decisions: 2 },
    ),
    "body-too-large": refusal(
      "a body over 64 KiB",
      "PAYLOAD_TOO_LARGE",
      [maxBytes + 1, 4 * maxBytes].map(
        (bytes) => (context, fakePeer) => postPadded(context, fakePeer, bytes),
      ),
      { controls: ["follow"], section: "8", decisions: 2 },
    ),
    "body-charset": {
      title: "application/json; charset=utf-8 is accepted",
      needs: ["peer"],
      async run(context) {
        const headers = { "content-type": "application/json; charset=utf-8" };
        expectAccepted(await postPadded(context, context.fakePeer(), 0, headers));
      },
    },
    "body-large": {
      section: "8",
      decisions: 2,
      title: "a body of exactly 64 KiB is accepted",
      needs: ["peer"],
      run: async (context) => expectAccepted(await postPadded(context, context.fakePeer(), maxBytes)),
    },
    "unknown-path": refusal(
      "an unknown path under /ewp/, also for a browser,",
      "NOT_FOUND",
      [
        ...["/ewp/nothing", "/ewp/profile/more", "/ewp/contents", "/ewp/nodes"].map(
          (path): Send =>
            ({ node }) =>
              node.get(path, { accept: "text/html" }),
        ),
        ({ node }) => node.call("POST", "/ewp/nothing", { body: {} }),
      ],
      { decisions: 2 },
    ),
    "method-not-allowed": refusal(
      "a known path with another method",
      "METHOD_NOT_ALLOWED",
      paths.flatMap((path) => {
        const others = ["PUT", "PATCH", "POST", "DELETE"].filter((one) => !methodsOf(path).includes(one));
        return others.map(
          (method): Send =>
            ({ node }) =>
              node.call(method, fill(path)),
        );
      }),
      { decisions: 2 },
    ),
    "method-not-allowed-allow": {
      decisions: 2,
      title: "Allow of a 405 lists the methods of the path",
      async run({ node }) {
        for (const path of paths) {
          const reply = await node.call("PUT", fill(path));
          const allow = (reply.headers.allow ?? "")
            .toUpperCase()
            .split(",")
            .map((one) => one.trim());
          const missing = methodsOf(path).filter((method) => !allow.includes(method));
          const expected = `Allow with ${missing.join(", ")} for ${path}`;
          expectThat(missing.length === 0, expected, reply.headers.allow ?? "no Allow");
        }
      },
    },
    "head-of-reads": {
      title: "HEAD of profile and index is answered without a body",
      async run({ node }) {
        const reads: EndpointName[] = ["getProfile", "listPublications"];
        for (const name of reads) {
          const reply = await node.call("HEAD", endpoints[name].path);
          expectStatus(reply, 200, `for ${endpoints[name].path}`);
          expectThat(reply.body.length === 0, "no body", `${reply.body.length} bytes`);
        }
      },
    },
  },
);

/** Causes an error of each kind, then returns every error of the run. */
async function readErrors({ node }: TestContext): Promise<readonly Reply[]> {
  for (const path of ["/ewp/publications?limit=0", "/ewp/contents/0x12", "/ewp/nothing"])
    await node.get(path);
  await node.call("POST", "/ewp/connections", { body: {} });
  await node.call("PUT", "/ewp/profile");
  // HEAD has no body, and 416 has its information in a header.
  return node.refusals.filter(({ request = "", status }) => !request.startsWith("HEAD ") && status !== 416);
}

/** Checks every error that the node answered in this run. The function returns the wrong value, or null. */
function eachError(expected: string, findFault: (reply: Reply) => string | null): Check["run"] {
  return async (context) => {
    expectEach(await readErrors(context), (reply) => {
      const found = findFault(reply);
      expectThat(found === null, expected, found, `for ${reply.request}`);
    });
  };
}

export const errorReplies = defineChecks(
  { section: "7", decisions: 2 },
  {
    "error-body": {
      title: 'the body of an error is exactly {"error":CODE}',
      run: eachError('{"error":CODE} and nothing else', (reply) =>
        Object.keys(asRecord(reply.json)).join() === "error" ? null : describeReply(reply),
      ),
    },
    "error-code": {
      title: "every error has a code of the protocol and its status",
      form: "both",
      run: eachError("a code of the table", (reply) =>
        isEwpErrorCode(asRecord(reply.json).error) ? null : describeReply(reply),
      ),
    },
    "error-content-type": {
      title: "an error is application/json",
      run: eachError("application/json", ({ headers: { "content-type": type = "no content type" } }) =>
        /^application\/json\s*(;|$)/i.test(type) ? null : type,
      ),
    },
    "error-detail": {
      title: "X-Error-Detail is a sentence in ASCII",
      run: eachError("printable ASCII", ({ headers: { "x-error-detail": detail = "" } }) =>
        /^[\x20-\x7e]+$/.test(detail) ? null : detail || "no X-Error-Detail",
      ),
    },
    "error-no-failure": {
      title: "no request made the node fail with 500",
      form: "both",
      run: eachError("no error 500 except for a failed pull", ({ status, request }) =>
        status >= 500 && request !== "POST /ewp/replications" ? String(status) : null,
      ),
    },
  },
);
