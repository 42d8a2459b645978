import { areas, states } from "../domain/diagnosis/check.ts";
import { diagnoseRunning } from "../domain/diagnosis/diagnose-running.ts";
import type { DiagnosisLine } from "../domain/diagnosis/run-diagnosis.ts";
import type { SaidPart } from "../domain/diagnosis/sentence.ts";
import { builder } from "./builder.ts";

const CheckState = builder.enumType("CheckState", {
  values: Object.fromEntries(states.map((state) => [state.toUpperCase(), { value: state }])) as Record<
    string,
    { value: (typeof states)[number] }
  >,
});

const CheckArea = builder.enumType("CheckArea", {
  values: Object.fromEntries(areas.map((area) => [area.toUpperCase(), { value: area }])) as Record<
    string,
    { value: (typeof areas)[number] }
  >,
});

const SaidPartRef = builder.objectRef<SaidPart>("SaidPart").implement({
  description: "A sentence as catalogues of other languages know it.",
  fields: (t) => ({
    code: t.exposeString("code", { description: "The English sentence with `{0}`, `{1}` at its places." }),
    values: t.stringList({ resolve: ({ values }) => [...values] }),
  }),
});

const DiagnosisCheck = builder.objectRef<DiagnosisLine>("DiagnosisCheck").implement({
  description: "Something that was looked at, and the one thing to do where it is not as it should be.",
  fields: (t) => ({
    id: t.exposeID("id", { description: "The same for ever: `outside.dns`." }),
    area: t.expose("area", { type: CheckArea }),
    state: t.expose("state", { type: CheckState }),
    finding: t.exposeString("finding"),
    advice: t.exposeString("advice", { nullable: true }),
    findingParts: t.field({ type: [SaidPartRef], resolve: ({ said }) => said.finding }),
    adviceParts: t.field({ type: [SaidPartRef], resolve: ({ said }) => said.advice ?? [] }),
  }),
});

builder.queryField("diagnosis", (t) =>
  t.field({
    type: [DiagnosisCheck],
    access: "owner",
    cost: 2_000,
    description:
      "Looks at everything that can be wrong with the node, as `freehold doctor` does; it takes up to 90 seconds.",
    resolve: (_root, _args, { node, signal }) => diagnoseRunning(node, { signal }),
  }),
);
