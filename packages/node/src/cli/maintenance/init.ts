import { type Meanings, parseEnvelope, parseNodeUrl } from "@freehold/protocol";
import { isTimeZone, problemOfAddress, readTypedAddress } from "@freehold/protocol/internal";
import type { Config } from "../../config/config.ts";
import { program } from "../../config/program.ts";
import { writeKeystore } from "../../domain/access/keystore.ts";
import { installNode } from "../../domain/installation/install.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import { type Call, textOf } from "../command.ts";
import { obtainOwnerKey } from "../keys.ts";
import { openForCall } from "../open-for-call.ts";
import { readAvatarFile } from "../publishing/profile.ts";
import { printResult } from "../terminal.ts";

const NEEDS_TITLE = msg`--title is missing: ${program} init --url URL --title TITLE`;

/**
 * `freehold init`: makes a key, or takes one from a file or from recovery words, and installs the node with it. The keystore is written after all checks and
 * before the installation, so an interrupted run can be repeated.
 */
export async function init(call: Call): Promise<void> {
  const { terminal, config } = call;
  const wanted = await readProfileFlags(call);
  const timeZone = readTimeZone(call);
  await using node = await openForCall(call);
  const installed = await node.owner.get();
  if (installed) {
    throw new AppError(
      "CONFLICT",
      msg`This node is already installed: ${installed.url} belongs to ${installed.address}.`,
    );
  }
  const keyFile = textOf(call, "private-key-file");
  const { encrypted, ...key } = await obtainOwnerKey(call, { keyFile, words: call.flags.words === true });
  using signer = key.signer;
  const { address } = signer;
  if (config.owner !== null && config.owner !== address) {
    throw new AppError(
      "WRONG_KEY",
      msg`The key belongs to ${address}, but FREEHOLD_OWNER reserves this node for ${config.owner}.`,
    );
  }
  const envelope = signer.sign("DATA", {
    node: { ...wanted, address },
    settings: { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" },
    timestamp: Math.floor(node.clock.now() / 1000),
  });
  // Checks the texts before the key is written: a title may be too long.
  parseEnvelope("DATA", envelope);
  if (encrypted !== null) await writeKeystore(config.keystore, encrypted);
  await installNode(node, envelope, timeZone);
  const { paint } = terminal;
  await printResult(
    call,
    { address, url: wanted.url, keystore: config.keystore },
    [
      `${paint("bold", safeText(wanted.title))} is ready at ${paint("cyan", wanted.url)}`,
      `  ${paint("dim", "address ")} ${address}`,
      `  ${paint("dim", "key file")} ${config.keystore}`,
    ],
    [
      "Keep a copy of the key file and its password. Nobody can recover them.",
      keyFile === undefined &&
        `Write down the 24 recovery words. They restore the key without the file and its password: ${program} key words`,
      parseNodeUrl(wanted.url) === null &&
        `Only this computer can open it. When you have a public address, run: ${program} moved https://your.address`,
    ],
  );
}

/** The zone of the site: as it is asked for, else that of this machine. @throws AppError USAGE for one that is not known */
function readTimeZone(call: Call): string {
  const given = textOf(call, "time-zone");
  if (given === undefined) return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (isTimeZone(given)) return given;
  throw new AppError(
    "USAGE",
    msg`${JSON.stringify(given)} is not the name of a time zone (IANA) such as Europe/Berlin or Asia/Shanghai.`,
  );
}

/** The address of the node on this machine, until it has a public one. */
function localUrl({ tls, port }: Pick<Config, "tls" | "port">): string {
  return `${tls ? "https" : "http"}://localhost:${port}`;
}

async function readProfileFlags(call: Call): Promise<Omit<Meanings["DATA"]["node"], "address">> {
  const title = textOf(call, "title");
  const typed = textOf(call, "url") ?? call.config.url ?? localUrl(call.config);
  if (!title) throw new AppError("USAGE", NEEDS_TITLE);
  const { url } = readTypedAddress(typed);
  if (url === null) throw new AppError("USAGE", problemOfAddress(typed) ?? "");
  const avatarFile = textOf(call, "avatar");
  const picture = avatarFile === undefined ? null : await readAvatarFile(call, avatarFile);
  return {
    avatar: picture
      ? `data:${picture.mediaType};base64,${Buffer.from(picture.bytes).toString("base64")}`
      : "",
    url,
    title,
    description: textOf(call, "description") ?? "",
  };
}
