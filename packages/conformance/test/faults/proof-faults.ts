import { EwpError, parseEnvelope } from "@freehold/protocol";
import { errorAnswer, jsonAnswer } from "../right-node/http.ts";
import { changeAnswer, type Fault } from "./fault.ts";
import { overlooking } from "./read-loosely.ts";

const year = 365 * 24 * 3_600;

export const proofFaults: readonly Fault[] = [
  {
    name: "published-as-200",
    wrong: changeAnswer("/ewp/publications", (answer) =>
      answer.status === 202 ? { ...answer, status: 200 } : answer,
    ),
    fails: ["publish-accepted"],
  },
  {
    name: "replicated-as-202",
    wrong: changeAnswer("/ewp/replications", (answer) =>
      answer.status === 201 ? jsonAnswer(202, { status: "accepted" }) : answer,
    ),
    fails: ["replicate-done"],
  },
  {
    name: "proofs-of-anybody",
    wrong: { needsFollow: false },
    fails: [
      "publish-not-following",
      "publish-no-window",
      "publish-not-following-first",
      "publish-after-the-end",
      "publish-by-follower",
      "replicate-not-following",
      "replicate-no-window",
      "replicate-not-following-first",
    ],
  },
  {
    name: "proofs-grow-old",
    wrong: { maxBehindSeconds: year / 2 },
    fails: ["publish-no-window", "publish-late", "replicate-no-window"],
  },
  {
    name: "proofs-of-tomorrow",
    wrong: { maxAheadSeconds: Number.POSITIVE_INFINITY },
    fails: ["publish-ahead", "replicate-ahead"],
  },
  {
    name: "signature-before-follow",
    wrong: { signatureBeforeFollow: true },
    fails: ["publish-not-following-first", "replicate-not-following-first"],
  },
  {
    name: "stored-reported-before-signature",
    wrong: { storedBeforeSignature: true },
    fails: ["replicate-wrong-signer-first"],
  },
  {
    name: "never-pulls",
    waitMs: 300,
    wrong: { pulls: false },
    fails: [
      "publish-pulled",
      "publish-known",
      "node-updated-epress-node",
      "node-updated-epress-profile",
      "node-updated-service-node",
    ],
  },
  {
    name: "pulls-without-timestamp",
    waitMs: 300,
    wrong: { pullQuery: () => "" },
    fails: ["publish-pulled", "replicate-pulled-before"],
  },
  {
    name: "same-content-same-publication",
    wrong: { proofKey: ({ contentHash }) => contentHash },
    fails: ["publish-same-content-later"],
  },
  { name: "waiting-is-stored", wrong: { pendingIsKnown: true }, fails: ["publish-waiting-again"] },
  {
    name: "content-not-hashed",
    wrong: { checksHash: false },
    fails: ["replicate-hash-mismatch", "replicate-after-mismatch"],
  },
  {
    name: "files-without-description",
    wrong: { isDescribed: () => true },
    fails: ["replicate-description-missing"],
  },
  {
    name: "answers-before-the-pull",
    wrong: { answersBeforePull: true },
    fails: [
      "replicate-pulled-before",
      "replicate-known",
      "replicate-hash-mismatch",
      "replicate-description-missing",
      "replicate-unreachable",
    ],
  },
  {
    name: "failed-pulls-not-found",
    wrong: changeAnswer("/ewp/replications", (answer) =>
      answer.status === 500 ? errorAnswer(new EwpError("CONTENT_NOT_FOUND")) : answer,
    ),
    fails: ["replicate-unreachable"],
  },
  {
    name: "no-publication-type",
    wrong: {
      parse(kind, body) {
        const isOther =
          (body as { typedData?: { primaryType?: unknown } } | null)?.typedData?.primaryType ===
          "Publication";
        return parseEnvelope(kind, isOther ? null : body);
      },
    },
    fails: ["publish-as-publication"],
  },
  {
    name: "node-updated-unheard",
    waitMs: 300,
    wrong: { updatedHeaders: [] },
    fails: ["node-updated-epress-node", "node-updated-epress-profile", "node-updated-service-node"],
  },
  {
    name: "node-updated-by-one-name",
    waitMs: 300,
    wrong: { updatedHeaders: ["x-epress-node-updated"] },
    fails: ["node-updated-epress-profile", "node-updated-service-node"],
  },
  {
    name: "node-updated-always-believed",
    wrong: { readsProfileAgain: () => true },
    fails: ["node-updated-older"],
  },
  {
    name: "malformed-node-updated-refused",
    wrong: {
      instead: ({ headers }) =>
        headers["x-epress-node-updated"] === "yesterday"
          ? errorAnswer(new EwpError("INVALID_PAYLOAD"))
          : null,
    },
    fails: ["node-updated-malformed"],
  },
  { name: "no-file-is-described", wrong: { isDescribed: () => false }, fails: ["replicate-file"] },
  {
    name: "any-type-of-proof",
    wrong: overlooking(({ primaryType, types }, kind) =>
      kind === "StatementOfSource" && primaryType === "DestroyConnection"
        ? { primaryType: kind, types: { [kind]: types[kind] ?? [] } }
        : {},
    ),
    fails: ["publish-other-message", "replicate-other-message"],
  },
];
