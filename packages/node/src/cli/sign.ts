import { requireOwner } from "../domain/installation/owner.ts";
import { findPublication } from "../domain/publications/visible.ts";
import { AppError } from "../errors.ts";
import type { OpenNode } from "../startup/open-node.ts";
import type { Call } from "./command.ts";
import { formatCount } from "./format-amount.ts";
import { openForCall } from "./open-for-call.ts";
import { printJson } from "./print-json.ts";
import { signOne, toPrinted } from "./sign-one.ts";
import { unlockOwner } from "./unlock-owner.ts";

/** `freehold sign`: signs what was a draft or local. All of them are looked up before the first one is signed. */
export async function sign(call: Call): Promise<void> {
  const { terminal } = call;
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const ids: number[] = [];
  for (const key of new Set(call.arguments)) {
    ids.push(await findUnsigned(node, key));
  }
  using signer = await unlockOwner(call, own.address);
  const printed: ReturnType<typeof toPrinted>[] = [];
  for (const id of new Set(ids)) {
    const { publication, recipients } = await signOne(node, signer, id);
    const one = toPrinted(publication, own.url);
    printed.push(one);
    if (!call.json) {
      await terminal.print(`Signed ${one.id}, for ${formatCount(recipients, "follower")}.`);
      await terminal.print(`  ${terminal.paint("cyan", one.url ?? "")}`);
    }
  }
  if (call.json) {
    await printJson(terminal, printed);
  }
}

/** The id of an unsigned publication that is named by its id, its slug or its content hash. */
async function findUnsigned(node: OpenNode, key: string): Promise<number> {
  const byId = /^[0-9]{1,15}$/.test(key) ? await findPublication(node, { id: Number(key) }) : null;
  const byName = async () =>
    await findPublication(node, key.startsWith("0x") ? { contentHash: key } : { slug: key });
  const found = byId ?? (await byName());
  if (!found) {
    throw new AppError(
      "NOT_FOUND",
      `There is no publication of yours with the id, slug or hash ${JSON.stringify(key)}.`,
    );
  }
  if (found.state === "signed") {
    throw new AppError("CONFLICT", `${key} is signed already.`);
  }
  return found.id;
}
