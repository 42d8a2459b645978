import type { Call } from "../../cli/command.ts";
import type { Style } from "../../cli/format.ts";
import { formatCount, padText } from "../../cli/format.ts";
import { explainOpening } from "../../cli/open-for-call.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { printJson } from "../../cli/terminal.ts";
import type { Area, State } from "../../domain/check.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { createLog } from "../../observability/log.ts";
import { safeText } from "../../observability/safe-text.ts";
import { openDiagnosisTarget } from "./open-target.ts";
import { type DiagnosisResult, runDiagnosis } from "./run-diagnosis.ts";

const titles: Record<Area, string> = {
  configuration: "Configuration",
  machine: "This machine",
  database: "Database and files",
  work: "Queues, mail and push",
  outside: "From outside",
  proxy: "The way in",
};

const words: Record<State, { word: string; style: Style }> = {
  ok: { word: "ok", style: "green" },
  warning: { word: "warning", style: "yellow" },
  failed: { word: "FAILED", style: "red" },
  skipped: { word: "skipped", style: "dim" },
};
const wordWidth = Math.max(...Object.values(words).map(({ word }) => word.length));

/** `freehold doctor`: checks everything that is known to go wrong, and says what to do. */
export async function doctor(call: Call): Promise<void> {
  const { config, terminal, warnings, json } = call;
  const signal = call.stopSignal();
  await using target = await openDiagnosisTarget(config, createLog({ logLevel: "silent" }), warnings).catch(
    explainOpening,
  );
  const results = await runDiagnosis(target, {
    signal,
    onResult: (_result, done, of) => {
      if (terminal.showsProgress && done < of) terminal.status(`${done} of ${formatCount(of, "check")}`);
    },
  });
  if (terminal.showsProgress) terminal.status("");
  const failed = countState(results, "failed");
  // The command speaks English, so it leaves out the parts for other languages.
  if (json)
    await printJson(terminal, { sound: failed === 0, checks: results.map(({ parts, ...rest }) => rest) });
  else await printResults(terminal, results);
  if (failed > 0)
    throw new AppError("UNSOUND", msg`${failed} of ${formatCount(results.length, "check")} failed.`);
}

function countState(results: readonly DiagnosisResult[], state: State): number {
  return results.filter((result) => result.state === state).length;
}

async function printResults({ paint, print }: Terminal, results: readonly DiagnosisResult[]): Promise<void> {
  const idWidth = Math.max(...results.map(({ id }) => id.length));
  let last: Area | null = null;
  for (const { area, state, id, finding, advice } of results) {
    if (area !== last) await print(`${last === null ? "" : "\n"}${paint("bold", titles[area])}`);
    last = area;
    const { word, style } = words[state];
    await print(
      `  ${paint(style, padText(word, wordWidth))}  ${paint("dim", padText(id, idWidth))}  ${safeText(finding)}`,
    );
    if (advice !== null) await print(`${" ".repeat(wordWidth + 4)}${paint("cyan", `→ ${safeText(advice)}`)}`);
  }
  const count = (state: State) => countState(results, state);
  await print(
    `\n${count("ok")} OK, ${formatCount(count("warning"), "warning")}, ${count("failed")} failed, ${count("skipped")} skipped.`,
  );
}
