import { isEwpErrorCode } from "@freehold/protocol";
import type { Check } from "../check.ts";
import { expectThat } from "../expectations.ts";
import { asRecord } from "../node/read-facts.ts";
import { describeReply, type Reply } from "../node/reply.ts";
import type { Trial } from "../trial.ts";

/** An error of each kind, so that there is something to look at, and then all that were seen in the whole run. */
async function readErrors({ node }: Trial): Promise<readonly Reply[]> {
  for (const path of ["/ewp/publications?limit=0", "/ewp/contents/0x12", "/ewp/nothing"])
    await node.get(path);
  await node.call("POST", "/ewp/connections", { body: {} });
  await node.call("PUT", "/ewp/profile");
  // HEAD has no body, and 416 says what it has to say in a header.
  return node.refusals.filter(({ request = "", status }) => !request.startsWith("HEAD ") && status !== 416);
}

function eachError(
  head: Pick<Check, "id" | "title" | "form">,
  expected: string,
  wrong: (reply: Reply) => string | null,
): Check {
  return {
    section: "7",
    decisions: 2,
    ...head,
    async run(trial) {
      for (const reply of await readErrors(trial)) {
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
    { id: "error-code", title: "every error is one of the protocol's, with its status", form: "both" },
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
    { id: "error-no-failure", title: "nothing of all this made the node fail: no 500", form: "both" },
    "no error 500 but for a pull that failed",
    ({ status, request = "" }) =>
      status >= 500 && request !== "POST /ewp/replications" ? String(status) : null,
  ),
];
