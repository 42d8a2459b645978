import { EwpError, isChecksumAddress, parseAddress, parseEnvelope } from "@freehold/protocol";
import { errorAnswer } from "../right-node/http.ts";
import { changeAnswer, type Fault } from "./fault.ts";
import { messageOf, overlookingValue } from "./read-loosely.ts";

export const updateFaults: readonly Fault[] = [
  {
    name: "unknown-nodes-refused",
    wrong: { updatesUnknown: false },
    fails: [
      "update-text-as-sent",
      "update-unknown",
      "update-unknown-not-verified",
      "update-title-length",
      "update-description-length",
    ],
  },
  {
    name: "updated-as-200",
    wrong: changeAnswer("/ewp/nodes/", (answer) =>
      answer.status === 204 ? { ...answer, status: 200 } : answer,
    ),
    fails: ["update-unknown", "update-known"],
  },
  {
    name: "paths-in-lower-case",
    wrong: { isPathAddress: (path) => parseAddress(path) !== null },
    fails: ["update-invalid-address", "update-error-order"],
  },
  {
    name: "mismatch-as-signature",
    wrong: changeAnswer("/ewp/nodes/", (answer) =>
      answer.body?.includes("ADDRESS_MISMATCH") ? errorAnswer(new EwpError("INVALID_SIGNATURE")) : answer,
    ),
    fails: ["update-address-mismatch", "update-error-order"],
  },
  {
    name: "new-urls-not-verified",
    wrong: { verifiesUrl: () => false },
    fails: [
      "update-url-verified",
      "update-url-applied",
      "update-url-another-address",
      "update-url-failure",
      "update-url-unreachable",
      "update-url-refused-keeps",
    ],
  },
  {
    name: "urls-verified-always",
    wrong: { verifiesUrl: () => true },
    fails: ["update-url-same", "update-url-applied"],
  },
  { name: "new-urls-forgotten", wrong: { storesUrl: false }, fails: ["update-url-applied"] },
  { name: "older-updates-count", wrong: { isNewerUpdate: () => true }, fails: ["update-not-newer"] },
  {
    name: "updates-of-the-same-second-count",
    wrong: { isNewerUpdate: (timestamp, known) => timestamp >= known },
    fails: ["update-not-newer"],
  },
  {
    name: "long-titles-cut",
    wrong: overlookingValue("title", (value) => String(value).slice(0, 255)),
    fails: ["update-title-length"],
  },
  {
    name: "titles-may-be-empty",
    wrong: overlookingValue("title", (value) => value || "x"),
    fails: ["update-error-order", "update-title-length"],
  },
  {
    name: "long-descriptions-cut",
    wrong: overlookingValue("description", (value) =>
      typeof value === "string" ? value.slice(0, 2_000) : value,
    ),
    fails: ["update-description-length"],
  },
  {
    name: "description-null-too",
    wrong: overlookingValue("description", (value) => value ?? ""),
    fails: ["update-description-null"],
  },
  {
    name: "url-error-of-its-own",
    wrong: {
      parse(kind, body) {
        const { url } = messageOf(body);
        if (url === "node" || String(url).startsWith("http:")) throw new EwpError("INVALID_URL_FORMAT");
        return parseEnvelope(kind, body);
      },
    },
    fails: ["update-url"],
  },
  {
    name: "payload-before-path",
    wrong: {
      instead: ({ path, body }) =>
        path.startsWith("/ewp/nodes/") && body.includes('"title":""') && !isChecksumAddress(path.slice(11))
          ? errorAnswer(new EwpError("INVALID_PAYLOAD"))
          : null,
    },
    fails: ["update-error-order"],
  },
  {
    name: "verification-as-mismatch",
    wrong: changeAnswer("/ewp/nodes/", (answer) =>
      answer.body?.includes("URL_VERIFICATION_FAILED")
        ? errorAnswer(new EwpError("FOLLOWER_IDENTITY_MISMATCH"))
        : answer,
    ),
    fails: ["update-url-another-address", "update-url-failure", "update-url-unreachable"],
  },
  {
    name: "malformed-timestamp-of-updates-as-payload",
    wrong: {
      parse(kind, body) {
        if (kind === "NodeProfileUpdate" && messageOf(body).timestamp === "soon")
          throw new EwpError("INVALID_PAYLOAD");
        return parseEnvelope(kind, body);
      },
    },
    fails: ["update-malformed-timestamp"],
  },
  {
    name: "titles-trimmed-before-the-hash",
    wrong: {
      parse(kind, body) {
        const message = messageOf(body);
        if (typeof message.title === "string") message.title = message.title.trim();
        return parseEnvelope(kind, body);
      },
    },
    fails: ["update-text-as-sent"],
  },
  {
    name: "texts-normalised-before-the-hash",
    wrong: {
      parse(kind, body) {
        const message = messageOf(body);
        if (typeof message.description === "string")
          message.description = message.description.normalize("NFC");
        return parseEnvelope(kind, body);
      },
    },
    fails: ["update-text-as-sent"],
  },
];
