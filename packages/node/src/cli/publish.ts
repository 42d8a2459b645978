import { requireOwner } from "../domain/profile/owner.ts";
import { createPublication } from "../domain/publications/create.ts";
import { AppError, hasCode } from "../errors/errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { argumentAt, type Call, textOf } from "./command.ts";
import { formatCount } from "./format.ts";
import { unlockOwner } from "./keys.ts";
import { openForCall } from "./open-for-call.ts";
import { openInput, type PublicationInput } from "./open-input.ts";
import { signOne, toPrinted } from "./sign.ts";
import { printJson, showProgress } from "./terminal.ts";

/** `freehold publish`: stores a post or a file, signs it, and queues it for every follower. */
export async function publish(call: Call): Promise<void> {
  const { terminal, config } = call;
  const state = chooseState(call);
  const input = await openInput(argumentAt(call, 0), {
    type: textOf(call, "type"),
    stdin: terminal.input,
    config,
  });
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  using signer = state === "signed" ? await unlockOwner(call, own.address) : null;
  // Until it is signed it stands as a draft: should this end half-way, nobody has seen it.
  const created = await createPublication(node, describe(call, input, state), call.stopSignal()).catch(
    nameTheLimit(input, config.maxContentBytes),
  );
  const signed = signer && (await signOne(node, signer, created.id));
  const printed = toPrinted(signed?.publication ?? created, own.url);
  if (call.json) return await printJson(terminal, printed);
  const name = terminal.paint("bold", safeText(input.filename ?? "standard input"));
  const deed = signed
    ? `Published ${name}, for ${formatCount(signed.recipients, "follower")}.`
    : `Kept ${name} as ${state === "draft" ? "a draft" : "a local publication"}.`;
  await terminal.print(deed);
  await terminal.print(
    `  ${terminal.paint("cyan", printed.url ?? `freehold sign ${created.id}  publishes it`)}`,
  );
  await terminal.print(`  ${terminal.paint("dim", printed.contentHash)}`);
}

function nameTheLimit({ kind, filename }: PublicationInput, most: number) {
  return (error: unknown): never => {
    if (hasCode(error, "TOO_LARGE") && kind === "FILE") {
      const name = filename ?? "standard input";
      throw new AppError(
        "TOO_LARGE",
        `${name} is larger than the limit, FREEHOLD_MAX_CONTENT_BYTES=${most}.`,
      );
    }
    throw error;
  };
}

function chooseState({ flags }: Call): "signed" | "draft" | "local" {
  if (flags.draft && flags.local) throw new AppError("USAGE", "--draft and --local exclude each other.");
  if (flags.draft) return "draft";
  return flags.local ? "local" : "signed";
}

function describe(call: Call, input: PublicationInput, state: "signed" | "draft" | "local") {
  const description = textOf(call, "description") ?? null;
  if (description !== null && input.kind === "POST") {
    call.terminal.note("A post has no caption; --description is left out.");
  }
  return {
    kind: input.kind,
    source: showProgress(input.source, {
      terminal: call.terminal,
      label: input.filename ?? "standard input",
      size: input.size,
    }),
    state: state === "local" ? "local" : "draft",
    filename: input.filename,
    description,
    slug: textOf(call, "slug") ?? null,
  } as const;
}
