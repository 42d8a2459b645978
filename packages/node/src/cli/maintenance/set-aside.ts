import { dropAside, readSetAside, retryAside, type SetAside } from "../../domain/set-aside.ts";
import { AppError } from "../../errors/errors.ts";
import { type Call, textOf } from "../command.ts";
import { type Column, formatTable } from "../format.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

const columns: readonly Column<SetAside>[] = [
  { title: "ID", style: "bold", cell: ({ id }) => id },
  { title: "SINCE", cell: ({ since }) => since },
];

/** `freehold set-aside`: lists work that the node died at; `--retry` and `--drop` decide on one. */
export async function setAside(call: Call): Promise<void> {
  const [retry, drop] = [textOf(call, "retry"), textOf(call, "drop")];
  if (retry !== undefined && drop !== undefined)
    throw new AppError("USAGE", "Give --retry or --drop, not both.");
  await using node = await openForCall(call);
  if (retry !== undefined) {
    await retryAside(node, retry);
    return await printResult(call, { id: retry, state: "retried" }, [
      `The running node tries ${retry} again.`,
    ]);
  }
  if (drop !== undefined) {
    await dropAside(node, drop);
    return await printResult(call, { id: drop, state: "dropped" }, [`${drop} is no longer tried.`]);
  }
  const found = await readSetAside(node);
  await printResult(call, found, [
    found.length === 0 ? "Nothing is set aside." : formatTable(columns, found, call.terminal),
  ]);
}
