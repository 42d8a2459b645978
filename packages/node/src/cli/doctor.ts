import type { Area, State } from "../domain/diagnosis/check.ts";
import { type DiagnosisResult, isHealthy, runDiagnosis } from "../domain/diagnosis/run-diagnosis.ts";
import { AppError } from "../errors/errors.ts";
import { createLog } from "../observability/log.ts";
import { safeText } from "../observability/safe-text.ts";
import { openDiagnosisTarget } from "../startup/open-diagnosis-target.ts";
import type { Call } from "./command.ts";
import type { Style } from "./format.ts";
import { formatCount, padText } from "./format.ts";
import { explainOpening } from "./open-for-call.ts";
import type { Terminal } from "./terminal.ts";
import { printJson } from "./terminal.ts";

const titles: Record<Area, string> = {
  configuration: "Configuration",
  machine: "This machine",
  database: "Database and contents",
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

/** `freehold doctor`: says of everything that is known to go wrong whether it has, and what to do. */
export async function doctor(call: Call): Promise<void> {
  const { config, terminal, warnings, json } = call;
  const signal = call.stopSignal();
  await using target = await openDiagnosisTarget(config, createLog({ logLevel: "silent" }), warnings).catch(
    explainOpening,
  );
  const lines = await runDiagnosis(target, {
    signal,
    onResult: (_line, known, of) => {
      if (terminal.showsProgress && known < of) terminal.status(`${known} of ${formatCount(of, "check")}`);
    },
  });
  if (terminal.showsProgress) terminal.status("");
  if (json) await printJson(terminal, { sound: isHealthy(lines), checks: lines.map(withoutParts) });
  else await printLines(terminal, lines);
  if (!isHealthy(lines)) {
    const count = lines.filter(({ state }) => state === "failed").length;
    throw new AppError("UNSOUND", `${count} of ${formatCount(lines.length, "check")} failed.`);
  }
}

/** The command speaks English: what other languages need of a line is not for it. */
function withoutParts({ parts: _, ...line }: DiagnosisResult) {
  return line;
}

async function printLines(terminal: Terminal, lines: readonly DiagnosisResult[]): Promise<void> {
  const { paint, print } = terminal;
  const idWidth = Math.max(...lines.map(({ id }) => id.length));
  let area: Area | null = null;
  for (const line of lines) {
    if (line.area !== area) await print(`${area === null ? "" : "\n"}${paint("bold", titles[line.area])}`);
    area = line.area;
    const { word, style } = words[line.state];
    const id = paint("dim", padText(line.id, idWidth));
    await print(`  ${paint(style, padText(word, wordWidth))}  ${id}  ${safeText(line.finding)}`);
    if (line.advice !== null)
      await print(`${" ".repeat(wordWidth + 4)}${paint("cyan", `→ ${safeText(line.advice)}`)}`);
  }
  const count = (state: State) => lines.filter((line) => line.state === state).length;
  await print(
    `\n${count("ok")} in order, ${formatCount(count("warning"), "warning")}, ${count("failed")} failed, ${count("skipped")} skipped.`,
  );
}
