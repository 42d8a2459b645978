import { type EndpointName, type EwpErrorCode, endpoints, isEwpErrorCode } from "@freehold/protocol";
import { type Check, defineChecks, signedEndpoints } from "../check.ts";
import { expectAccepted, expectError, expectStatus, expectThat } from "../expectations.ts";
import { postFollow } from "../messages/send-message.ts";
import { followOf } from "../messages/write-messages.ts";
import { asRecord } from "../node/node-info.ts";
import { describeReply, type Reply } from "../node/reply.ts";
import type { FakePeer } from "../peer/fake-peer.ts";
import { signBy } from "../signing/key.ts";
import type { TestContext } from "../test-context.ts";

const json = { "content-type": "application/json" };
const maxBytes = 64 * 1024;

/** Sends a body to every endpoint of signed messages and expects the same error. */
async function expectEverywhere(
  context: TestContext,
  body: string,
  headers: Record<string, string>,
  error: EwpErrorCode,
): Promise<void> {
  const { address } = context.fakePeer();
  for (const name of signedEndpoints) {
    const { method, path } = endpoints[name];
    const reply = await context.node.call(method, path.replace(":address", address), { body, headers });
    expectError(reply, error, `for ${method} ${path}`);
  }
}

function bodies(
  id: string,
  title: string,
  variants: readonly [body: string, headers?: Record<string, string>][],
): Check {
  return {
    id: `body-${id}`,
    section: "7",
    decisions: 2,
    title: `${title} is INVALID_PAYLOAD at every endpoint with a body`,
    controls: ["follow", "end", "update", "publish", "replicate"],
    async run(context) {
      for (const [body, headers = json] of variants) {
        await expectEverywhere(context, body, headers, "INVALID_PAYLOAD");
      }
    },
  };
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

/** A follow as JSON, padded with spaces to a size. */
function padded(context: TestContext, bytes: number): { fakePeer: FakePeer; body: string } {
  const fakePeer = context.fakePeer();
  return { fakePeer, body: JSON.stringify(signBy(fakePeer, followOf(context, fakePeer))).padEnd(bytes, " ") };
}

export const requests: readonly Check[] = [
  bodies("empty", "an empty body", [[""]]),
  bodies("not-json", "a body that is not JSON", [
    ["{"],
    ["typedData=x"],
    ["<xml/>"],
    ['{"typedData":undefined}'],
  ]),
  bodies("not-an-object", "JSON that is no object", [["[]"], ['"text"'], ["null"], ["1"], ["true"]]),
  bodies("empty-object", "an empty object", [["{}"]]),
  ...defineChecks(
    { section: "7" },
    {
      "body-content-type": {
        controls: ["follow"],
        decisions: 2,
        title: "a right body with a wrong or missing content type is INVALID_PAYLOAD",
        async run(context) {
          for (const type of [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/octet-stream",
            null,
          ]) {
            const { fakePeer, body } = padded(context, 0);
            const headers = type === null ? {} : { "content-type": type };
            const reply = await postFollow(context, fakePeer, Buffer.from(body), headers);
            expectError(reply, "INVALID_PAYLOAD", `for ${type ?? "no content type"}`);
          }
        },
      },
      "body-charset": {
        title: "application/json; charset=utf-8 is accepted",
        needs: ["peer"],
        async run(context) {
          const { fakePeer, body } = padded(context, 0);
          const headers = { "content-type": "application/json; charset=utf-8" };
          expectAccepted(await postFollow(context, fakePeer, body, headers));
        },
      },
      "body-too-large": {
        controls: ["follow"],
        section: "8",
        decisions: 2,
        title: "a body over 64 KiB is PAYLOAD_TOO_LARGE",
        async run(context) {
          for (const bytes of [maxBytes + 1, 4 * maxBytes]) {
            const { fakePeer, body } = padded(context, bytes);
            const reply = await postFollow(context, fakePeer, body, json);
            expectError(reply, "PAYLOAD_TOO_LARGE", `for ${bytes} bytes`);
          }
        },
      },
      "body-large": {
        section: "8",
        decisions: 2,
        title: "a body of exactly 64 KiB is accepted",
        needs: ["peer"],
        async run(context) {
          const { fakePeer, body } = padded(context, maxBytes);
          expectAccepted(await postFollow(context, fakePeer, body, json));
        },
      },
      "unknown-path": {
        decisions: 2,
        title: "an unknown path under /ewp/ is 404 NOT_FOUND, also for a browser",
        async run({ node }) {
          for (const path of ["/ewp/nothing", "/ewp/profile/more", "/ewp/contents", "/ewp/nodes"]) {
            expectError(await node.get(path, { accept: "text/html" }), "NOT_FOUND", `for ${path}`);
          }
          expectError(await node.call("POST", "/ewp/nothing", { body: {} }), "NOT_FOUND", "for a POST");
        },
      },
      "method-not-allowed": {
        decisions: 2,
        title: "a known path with another method is 405 METHOD_NOT_ALLOWED",
        async run({ node }) {
          for (const path of paths) {
            const others = ["PUT", "PATCH", "POST", "DELETE"].filter((one) => !methodsOf(path).includes(one));
            for (const method of others) {
              expectError(await node.call(method, fill(path)), "METHOD_NOT_ALLOWED", `for ${method} ${path}`);
            }
          }
        },
      },
      "method-not-allowed-allow": {
        decisions: 2,
        title: "Allow of a 405 lists the methods of the path",
        async run({ node }) {
          for (const path of paths) {
            const reply = await node.call("PUT", fill(path));
            const allow = (reply.headers.allow ?? "").toUpperCase().split(/\s*,\s*/);
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
  ),
];

/** Causes an error of each kind, then returns every error of the run. */
async function readErrors({ node }: TestContext): Promise<readonly Reply[]> {
  for (const path of ["/ewp/publications?limit=0", "/ewp/contents/0x12", "/ewp/nothing"])
    await node.get(path);
  await node.call("POST", "/ewp/connections", { body: {} });
  await node.call("PUT", "/ewp/profile");
  // HEAD has no body, and 416 has its information in a header.
  return node.refusals.filter(({ request = "", status }) => !request.startsWith("HEAD ") && status !== 416);
}

function eachError(
  common: Pick<Check, "id" | "title" | "form">,
  expected: string,
  wrong: (reply: Reply) => string | null,
): Check {
  return {
    section: "7",
    decisions: 2,
    ...common,
    async run(context) {
      for (const reply of await readErrors(context)) {
        const found = wrong(reply);
        expectThat(found === null, expected, found, `for ${reply.request}`);
      }
    },
  };
}

/** Every error that the node answered in this run. */
export const errorReplies: readonly Check[] = [
  eachError(
    { id: "error-body", title: 'the body of an error is exactly {"error":CODE}' },
    '{"error":CODE} and nothing else',
    (reply) => {
      const keys = Object.keys(asRecord(reply.json));
      return keys.length === 1 && keys[0] === "error" ? null : describeReply(reply);
    },
  ),
  eachError(
    { id: "error-code", title: "every error has a code of the protocol and its status", form: "both" },
    "a code of the table",
    (reply) => (isEwpErrorCode(asRecord(reply.json).error) ? null : describeReply(reply)),
  ),
  eachError(
    { id: "error-content-type", title: "an error is application/json" },
    "application/json",
    ({ headers }) =>
      /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")
        ? null
        : (headers["content-type"] ?? "no content type"),
  ),
  eachError(
    { id: "error-detail", title: "X-Error-Detail is a sentence in ASCII" },
    "printable ASCII",
    ({ headers }) => {
      const detail = headers["x-error-detail"];
      if (detail === undefined) return "no X-Error-Detail";
      return /^[\x20-\x7e]+$/.test(detail) ? null : detail;
    },
  ),
  eachError(
    { id: "error-no-failure", title: "no request made the node fail with 500", form: "both" },
    "no error 500 except for a failed pull",
    ({ status, request = "" }) =>
      status >= 500 && request !== "POST /ewp/replications" ? String(status) : null,
  ),
];
