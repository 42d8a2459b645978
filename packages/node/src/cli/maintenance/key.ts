import { type Call, chooseAction } from "../command.ts";
import { readKeystoreWords } from "../keys.ts";
import { printResult } from "../terminal.ts";

/** Columns in which people write words down. */
const columns = 3;

/** `freehold key words`: shows the recovery words of the key in the keystore. */
export async function key(call: Call): Promise<void> {
  chooseAction(call, { words: [0, 0] });
  const { address, words } = await readKeystoreWords(call);
  const rows = Math.ceil(words.length / columns);
  const cell = (index: number) =>
    words[index] === undefined ? "" : `${String(index + 1).padStart(2)} ${words[index].padEnd(12)}`;
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cell(row + column * rows))
      .join("")
      .trimEnd(),
  );
  await printResult(
    call,
    { address, words },
    [address, ...lines],
    [
      "Write them on paper, with their numbers. Anyone who has them can sign as you. A wallet gets the same address from them.",
      "They stay in the history of this terminal's window: close it afterwards.",
    ],
  );
}
