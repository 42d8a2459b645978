import { createInterface } from "node:readline/promises";
import { countProfileRecipients, type SignedAddress } from "../../domain/profile/update-profile.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import { services } from "../../services.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import type { Call } from "../command.ts";
import { formatCount } from "../format.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Lets a command sign a new address: it shows what is signed, and a terminal is asked unless `--yes` answers already. The running
 * node answers there, unless `--force` says that this does not matter. A name without an address is only a warning where
 * somebody decides.
 *
 * @throws AppError ADDRESS_NOT_HERE, CONFIRMATION_NEEDED
 */
export async function requireNewAddress(call: Call, node: OpenNode, address: SignedAddress): Promise<void> {
  const { url, current } = address;
  const { terminal, flags } = call;
  if (url === current) return;
  const isAsked = flags.yes !== true && terminal.input.isTTY === true;
  if (flags.force !== true)
    await tryAddress(call, node, { address, isDecided: isAsked || flags.yes === true });
  terminal.note(`To be signed: this node moves from ${safeText(current)} to ${safeText(url)}.`);
  if (!isAsked) return;
  const recipients = await countProfileRecipients(node);
  terminal.prompt(`${formatCount(recipients, "connected site")} will use the new address. Sign it? [y/N] `);
  const answer = await readLine(terminal);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new AppError("CONFIRMATION_NEEDED", "Nothing was signed.");
}

async function tryAddress(
  call: Call,
  node: OpenNode,
  { address, isDecided }: { address: SignedAddress; isDecided: boolean },
): Promise<void> {
  const { terminal } = call;
  const onNoName = (finding: string) => {
    terminal.note(
      `${terminal.paintNote("yellow", "warning:")} ${finding} Nobody reaches this node at ${address.url} before that is fixed.`,
    );
  };
  terminal.status(`Trying ${address.url}`);
  await services()
    .requireLeadsHere(node, {
      ...address,
      signal: call.stopSignal(),
      ...(isDecided && { onNoName }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "ADDRESS_NOT_HERE") throw error;
      throw new AppError("ADDRESS_NOT_HERE", msg`${error.message} --force signs it all the same.`);
    })
    .finally(() => terminal.status(""));
}

/** @returns an empty line where the input ends */
async function readLine({ input }: Pick<Terminal, "input">): Promise<string> {
  using lines = createInterface({ input });
  for await (const line of lines) return line;
  return "";
}
