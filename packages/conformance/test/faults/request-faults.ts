import { EwpError } from "@freehold/protocol";
import { errorAnswer } from "../right-node/http.ts";
import { changeErrors, type Fault } from "./fault.ts";

function html(status: number) {
  return {
    status,
    headers: { "content-type": "text/html", "x-error-detail": "x" },
    body: Buffer.from("<h1>No</h1>"),
  };
}

export const requestFaults: readonly Fault[] = [
  {
    name: "error-with-message",
    wrong: changeErrors((answer, error) => ({
      ...answer,
      body: Buffer.from(JSON.stringify({ error, message: "No." })),
    })),
    fails: ["error-body"],
  },
  {
    name: "error-as-text",
    wrong: changeErrors((answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-type": "text/plain" },
    })),
    fails: ["error-content-type"],
  },
  {
    name: "error-without-detail",
    wrong: changeErrors(({ status, body, headers }) => ({
      status,
      body,
      headers: {
        "content-type": headers["content-type"] ?? "",
        ...(headers.allow && { allow: headers.allow }),
      },
    })),
    fails: ["error-detail"],
  },
  {
    name: "error-detail-beyond-ascii",
    wrong: changeErrors((answer) => ({
      ...answer,
      headers: { ...answer.headers, "x-error-detail": "S\u00ed" },
    })),
    fails: ["error-detail"],
  },
  {
    name: "error-as-html",
    wrong: changeErrors((answer, code) => (code === "NOT_FOUND" ? html(404) : answer)),
    fails: ["unknown-path", "error-body", "error-code", "error-content-type", "version-not-in-path"],
  },
  {
    name: "error-with-wrong-status",
    wrong: changeErrors((answer, code) =>
      code === "CONTENT_NOT_FOUND" ? { ...answer, status: 410 } : answer,
    ),
    fails: ["content-unknown", "content-timestamp-other", "content-replica-not-served"],
  },
  {
    name: "unknown-error-code",
    wrong: changeErrors((answer, code) =>
      code === "INVALID_LIMIT" ? { ...answer, body: Buffer.from('{"error":"BAD_LIMIT"}') } : answer,
    ),
    fails: [
      "index-limit-digits",
      "index-limit-empty",
      "index-limit-repeated",
      "index-limit-zero",
      "index-limit-above-1000",
      "index-error-order",
      "error-code",
    ],
  },
  {
    name: "other-methods-not-found",
    wrong: changeErrors((answer, code) =>
      code === "METHOD_NOT_ALLOWED" ? errorAnswer(new EwpError("NOT_FOUND")) : answer,
    ),
    fails: ["method-not-allowed", "method-not-allowed-allow"],
  },
  {
    name: "no-allow",
    wrong: changeErrors((answer, code) =>
      code === "METHOD_NOT_ALLOWED" ? errorAnswer(new EwpError(code)) : answer,
    ),
    fails: ["method-not-allowed-allow"],
  },
  { name: "any-content-type", wrong: { takesType: () => true }, fails: ["body-content-type"] },
  {
    name: "no-charset",
    wrong: { takesType: (type) => type === "application/json" },
    fails: ["body-charset"],
  },
  { name: "bodies-of-a-megabyte", wrong: { maxBodyBytes: 1024 * 1024 }, fails: ["body-too-large"] },
  { name: "bodies-of-32-kib", wrong: { maxBodyBytes: 32 * 1024 }, fails: ["body-large"] },
  {
    name: "fails-on-lists",
    wrong: {
      bodyFits(json) {
        if (Array.isArray(json)) throw new RangeError("It is a list.");
        return typeof json === "object" && json !== null;
      },
      instead: ({ method, body }) =>
        method !== "GET" && body.toString() === "[]" ? errorAnswer(new RangeError("It is a list.")) : null,
    },
    fails: ["body-not-an-object", "error-no-failure"],
  },
  {
    name: "empty-bodies-have-no-length",
    wrong: {
      instead: ({ method, path, body, headers }) =>
        method === "DELETE" && path === "/ewp/connections" && body.length === 0 && headers["content-type"]
          ? errorAnswer(new EwpError("INVALID_SIGNATURE"))
          : null,
    },
    fails: ["body-empty"],
  },
  {
    name: "fails-on-broken-json",
    wrong: {
      instead: ({ body }) => (body.toString() === "{" ? errorAnswer(new SyntaxError("It is broken.")) : null),
    },
    fails: ["body-not-json", "error-no-failure"],
  },
];
