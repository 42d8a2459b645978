import { areas, states } from "../../domain/check.ts";
import type { SentencePart } from "../../errors/errors.ts";
import { defineEnum, defineObject } from "../../graphql/define-types.ts";
import { addQuery } from "../../graphql/operations.ts";
import {
  type DiagnosisResult,
  diagnoseAddress,
  diagnoseRunning,
  type LastDiagnosis,
  readLastDiagnosis,
} from "./run-diagnosis.ts";

const SentencePartRef = defineObject<SentencePart>("SentencePart", {
  description: "A sentence in the form that message catalogues translate.",
  fields: {
    code: ["String!", "The English sentence with the placeholders `{0}`, `{1}`."],
    values: "[String!]!",
  },
});

const DiagnosisCheck = defineObject<DiagnosisResult>("DiagnosisCheck", {
  description: "The result of one check, and the one thing to do where something is wrong.",
  fields: {
    id: ["ID!", "It never changes: `outside.dns`."],
    area: defineEnum("CheckArea", areas),
    state: defineEnum("CheckState", states),
    finding: "String!",
    advice: "String",
  },
  computed: (t) => ({
    findingParts: t.field({ type: [SentencePartRef], resolve: ({ parts }) => parts.finding }),
    adviceParts: t.field({ type: [SentencePartRef], resolve: ({ parts }) => parts.advice ?? [] }),
  }),
});

addQuery("diagnosis", {
  type: [DiagnosisCheck],
  access: "owner",
  cost: 2_000,
  description:
    "Checks everything that can be wrong with the node, like `freehold doctor`; takes up to 90 seconds.",
  args: (t) => ({
    url: t.arg.string({
      description: "An address that the node may get: only the checks of an address run, for this one.",
    }),
  }),
  resolve: ({ url }, { node, signal }) =>
    url == null ? diagnoseRunning(node, { signal }) : diagnoseAddress(node, { url, signal }),
});

addQuery("lastDiagnosis", {
  type: defineObject<LastDiagnosis>("LastDiagnosis", {
    fields: { at: "DateTime!", failed: ["Int!", "The number of checks that failed."] },
  }),
  nullable: true,
  access: "owner",
  description: "The result of the last `diagnosis` without a URL since the node was started.",
  resolve: (_args, { node }) => readLastDiagnosis(node),
});
