import type { Signer } from "../../domain/access/signer.ts";
import { requireOwner } from "../../domain/profile/owner.ts";
import { prepareSignature } from "../../domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../domain/publications/signing/sign.ts";
import { readImportedToSign, signNextImported } from "../../domain/publications/signing/sign-imported.ts";
import { completeStoredTexts } from "../../domain/publications/texts/complete-addresses.ts";
import { pageOf } from "../../domain/publications/view.ts";
import { findPublication } from "../../domain/publications/visible.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import type { Call } from "../command.ts";
import { endWithRecipients, formatCount } from "../format.ts";
import { unlockOwner } from "../keys.ts";
import { openForCall } from "../open-for-call.ts";
import { printJson, printResult } from "../terminal.ts";

/** `freehold sign`: signs drafts and local publications. It finds all of them before it signs the first. */
export async function sign(call: Call): Promise<void> {
  const { terminal, flags } = call;
  if ((flags.imported === true) === call.arguments.length > 0)
    throw new AppError("USAGE", "Name a post to sign, or give --imported.");
  if (flags.announce === true && flags.imported !== true)
    throw new AppError(
      "USAGE",
      "--announce goes with --imported; anything else is sent to followers anyway.",
    );
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  if (flags.imported === true) return await signAllImported(call, node);
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
      await terminal.print(`Signed ${one.id}${endWithRecipients(recipients)}`);
      await terminal.print(`  ${terminal.paint("cyan", one.url ?? "")}`);
    }
  }
  if (call.json) await printJson(terminal, printed);
}

/** Signs imported publications, the earliest first. It can be stopped and run again. */
async function signAllImported(call: Call, node: OpenNode): Promise<void> {
  const { terminal, flags } = call;
  const own = await requireOwner(node);
  const signal = call.stopSignal();
  const { count } = await readImportedToSign(node);
  let signed = 0;
  if (count > 0) {
    using signer = await unlockOwner(call, own.address);
    for (;;) {
      signal.throwIfAborted();
      const done = await signNextImported(node, signer, { announce: flags.announce === true });
      signed += done;
      if (done === 0) break;
      if (terminal.showsProgress) terminal.status(`Signing  ${signed} of ${count}`);
    }
    terminal.status("");
  }
  const line = `Signed ${formatCount(signed, "imported post or file", "imported posts and files")}.`;
  await printResult(call, { signed }, [line]);
}

async function findUnsigned(node: OpenNode, key: string): Promise<number> {
  const byId = /^[0-9]{1,15}$/.test(key) ? await findPublication(node, { id: Number(key) }) : null;
  const found =
    byId ?? (await findPublication(node, key.startsWith("0x") ? { contentHash: key } : { slug: key }));
  if (!found) {
    throw new AppError("NOT_FOUND", msg`You have no post with the ID, slug or hash ${JSON.stringify(key)}.`);
  }
  if (found.state === "signed") throw new AppError("CONFLICT", msg`${key} is already signed.`);
  return found.id;
}

const ATTEMPTS = 5;

type Signed = Awaited<ReturnType<typeof signPublication>>;

/**
 * Signs one publication and queues it for every follower. If another process signs something at the same time, it tries
 * again with a new timestamp.
 */
export async function signOne(node: OpenNode, signer: Signer, id: number): Promise<Signed> {
  for (let attempt = 1; ; attempt++) {
    await completeStoredTexts(node, [id]);
    const meaning = await prepareSignature(node, id);
    try {
      return await signPublication(node, id, signer.sign("StatementOfSource", meaning));
    } catch (error) {
      if (!hasCode(error, "CONFLICT") || attempt === ATTEMPTS) throw error;
    }
  }
}

/** A publication as `publish --json` and `sign --json` print it (design part 3). */
export function toPrinted(publication: Signed["publication"], url: string) {
  const { id, contentHash, timestamp, signature, slug } = publication;
  return { id, contentHash, timestamp, signature, slug, url: pageOf({ url, isSelf: true }, publication) };
}
