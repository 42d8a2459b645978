import type { Input } from "./terminal.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/**
 * Reads one line from a terminal without showing it.
 * @throws an AbortError at Ctrl-C or when the input ends
 */
export function askSecret(input: Input, ask: (text: string) => void, question: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed: string[] = [];
    const finish = (settle: () => void, rest = "") => {
      input.off("data", read);
      input.off("end", abort);
      input.setRawMode?.(false);
      input.pause();
      if (rest) {
        input.unshift(rest, "utf8");
      }
      ask("\n");
      settle();
    };
    const abort = () => finish(() => reject(interrupted()));
    const read = (chunk: string | Uint8Array) => {
      const letters = [...(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"))];
      for (const [index, letter] of letters.entries()) {
        if (letter === "\r" || letter === "\n") {
          return finish(() => resolve(typed.join("")), letters.slice(index + 1).join(""));
        }
        if (letter === CTRL_C || letter === CTRL_D) {
          return abort();
        }
        typed = letter === "\u007f" || letter === "\b" ? typed.slice(0, -1) : [...typed, letter];
      }
    };
    // Before the question stands there: what is typed at its sight is not shown any more.
    input.setRawMode?.(true);
    input.on("data", read);
    input.on("end", abort);
    ask(question);
    input.resume();
  });
}

function interrupted(): Error {
  const error = new Error("Interrupted.");
  error.name = "AbortError";
  return error;
}
