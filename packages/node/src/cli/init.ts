import { type Address, type Envelope, type Meanings, parseEnvelope, parseNodeUrl } from "@freehold/protocol";
import { installNode } from "../domain/installation/install.ts";
import { AppError } from "../errors/errors.ts";
import { safeText } from "../observability/safe-text.ts";
import { type Call, textOf } from "./command.ts";
import { obtainOwnerKey } from "./keys.ts";
import { openForCall } from "./open-for-call.ts";
import { readAvatarFile } from "./profile.ts";
import { printJson } from "./terminal.ts";

const NEEDS_TITLE = "--title is missing: freehold init --url URL --title TITLE";
const NEEDS_URL = "--url is missing: freehold init --url URL --title TITLE";

/**
 * `freehold init`: makes a key or takes one over, and installs the node with it. The keystore is written before the
 * node is installed, and after everything else was checked; what was interrupted in between can be run again.
 */
export async function init(call: Call): Promise<void> {
  const { terminal, config } = call;
  const wanted = await readWishes(call);
  await using node = await openForCall(call);
  const installed = await node.owner.get();
  if (installed) {
    throw new AppError(
      "CONFLICT",
      `This node is installed already: ${installed.url} belongs to ${installed.address}.`,
    );
  }
  using key = await obtainOwnerKey(call, textOf(call, "private-key-file"));
  checkOwner(key.signer.address, config.owner);
  const envelope = key.signer.sign("DATA", {
    node: { ...wanted, address: key.signer.address },
    settings: { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" },
    timestamp: Math.floor(node.clock.now() / 1000),
  });
  checkEnvelope(envelope);
  await key.store();
  await installNode(node, envelope);
  if (call.json) {
    return await printJson(terminal, {
      address: key.signer.address,
      url: wanted.url,
      keystore: config.keystore,
    });
  }
  await terminal.print(
    `${terminal.paint("bold", safeText(wanted.title))} is yours, at ${terminal.paint("cyan", wanted.url)}`,
  );
  await terminal.print(`  ${terminal.paint("dim", "address ")} ${key.signer.address}`);
  await terminal.print(`  ${terminal.paint("dim", "keystore")} ${config.keystore}`);
  terminal.note("Keep a copy of the keystore and its password: nobody else can give them back to you.");
}

async function readWishes(call: Call): Promise<Omit<Meanings["DATA"]["node"], "address">> {
  const title = textOf(call, "title");
  const url = textOf(call, "url") ?? call.config.url;
  if (!title) throw new AppError("USAGE", NEEDS_TITLE);
  if (!url) throw new AppError("USAGE", NEEDS_URL);
  if (parseNodeUrl(url) === null) {
    throw new AppError(
      "USAGE",
      `${JSON.stringify(url)} can't be the node's address: others reach it by https:// alone.`,
    );
  }
  const avatarFile = textOf(call, "avatar");
  const picture = avatarFile === undefined ? null : await readAvatarFile(avatarFile);
  return {
    avatar: picture
      ? `data:${picture.mediaType};base64,${Buffer.from(picture.bytes).toString("base64")}`
      : "",
    url,
    title,
    description: textOf(call, "description") ?? "",
  };
}

function checkOwner(address: Address, owner: Address | null): void {
  if (owner !== null && owner !== address) {
    throw new AppError(
      "WRONG_KEY",
      `The key is that of ${address}; FREEHOLD_OWNER reserves this node for ${owner}.`,
    );
  }
}

/** Lets the protocol look at what was signed before a key is written for it: a title may be too long, say. */
function checkEnvelope(envelope: Envelope): void {
  parseEnvelope("DATA", envelope);
}
