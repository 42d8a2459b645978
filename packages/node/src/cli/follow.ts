import type { Form } from "@freehold/protocol";
import { prepareFollow, submitFollow } from "../domain/connections/follow.ts";
import { requireOwner } from "../domain/installation/owner.ts";
import { AppError, hasCode } from "../errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { argumentAt, type Call } from "./command.ts";
import { formWords } from "./describe-form.ts";
import { openForCall } from "./open-for-call.ts";
import { printJson } from "./print-json.ts";
import { unlockOwner } from "./unlock-owner.ts";

/** `freehold follow`: signs the follow of another node and brings it there. */
export async function follow(call: Call): Promise<void> {
  const { terminal } = call;
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const { meaning, form, profile } = await prepareFollow(node, argumentAt(call, 0));
  using signer = await unlockOwner(call, own.address);
  const envelope = signer.sign("CreateConnection", meaning, form);
  const done = await submitFollow(node, envelope).catch((error: unknown) => {
    throw explain(error, own.url, form);
  });
  const { address, title } = profile;
  if (call.json) {
    return await printJson(terminal, { ...done, address, url: meaning.followeeUrl, title });
  }
  const name = terminal.paint("bold", safeText(title));
  if (done.status === "following") {
    await terminal.print(`You follow ${name}. What it has published is fetched by the running node.`);
    const words = formWords.followed(form, safeText(title));
    return words === null ? undefined : terminal.note(words);
  }
  await terminal.print(`The follow of ${name} is signed and waits.`);
  terminal.note(
    `It could not be brought there yet (${safeText(done.reason)}); the running node goes on trying.`,
  );
}

/** The refusal that has its cause on this side, most often: the other node calls back, and finds nobody. */
function explain(error: unknown, ownUrl: string, form: Form): unknown {
  if (!hasCode(error, "PEER_FAILED")) {
    return error;
  }
  const words = formWords.refused(form, ownUrl);
  if (words !== null) {
    return new AppError("PEER_FAILED", `${error.message}\n${words}`, { cause: error });
  }
  if (!error.message.includes("FOLLOWER_IDENTITY_MISMATCH")) {
    return error;
  }
  return new AppError(
    "PEER_FAILED",
    `The other node could not read this node's profile at ${ownUrl}/ewp/profile.\n` +
      "To follow somebody, this node must be running (freehold start) and reachable from there at that address, over HTTPS.",
    { cause: error },
  );
}
