import { createInterface } from "node:readline/promises";
import type { SignedAddress } from "../../domain/profile/update-profile.ts";
import { AppError } from "../../errors/errors.ts";
import { services } from "../../services.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import type { Call } from "../command.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Lets a command sign a new address: the running node answers there, unless `--force` says that this does not matter, and a
 * terminal is asked, unless `--yes` answers already.
 *
 * @throws AppError ADDRESS_NOT_HERE, CONFIRMATION_NEEDED
 */
export async function requireNewAddress(call: Call, node: OpenNode, address: SignedAddress): Promise<void> {
  const { url, current } = address;
  const { terminal, flags } = call;
  if (url === current) return;
  if (flags.force !== true) {
    terminal.status(`Trying ${url}`);
    await services()
      .requireLeadsHere(node, { ...address, signal: call.stopSignal() })
      .catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== "ADDRESS_NOT_HERE") throw error;
        throw new AppError("ADDRESS_NOT_HERE", `${error.message} --force signs it all the same.`);
      })
      .finally(() => terminal.status(""));
  }
  if (flags.yes === true || !terminal.input.isTTY) return;
  terminal.prompt(`Every connected node will look for this one at ${url}. Sign it? [y/N] `);
  const answer = await readLine(terminal);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new AppError("CONFIRMATION_NEEDED", "Nothing was signed.");
}

/** @returns an empty line where the input ends */
async function readLine({ input }: Pick<Terminal, "input">): Promise<string> {
  using lines = createInterface({ input });
  for await (const line of lines) return line;
  return "";
}
