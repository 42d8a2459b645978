import { readFile, stat } from "node:fs/promises";
import { type Address, addressOfPrivateKey, encryptKeystore, KeystoreError } from "@freehold/protocol";
import { type OpenedKey, openKeystore } from "@freehold/protocol/internal";
import { readKeystore, readPasswordFile, unlockKeystore } from "../domain/access/keystore.ts";
import { addressOf, createSigner, parsePrivateKey, type Signer } from "../domain/access/signer.ts";
import { AppError, msg } from "../errors/errors.ts";
import type { Call } from "./command.ts";
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
      if (rest) input.unshift(rest, "utf8");
      ask("\n");
      settle();
    };
    const abort = () => finish(() => reject(new DOMException("Interrupted.", "AbortError")));
    const read = (chunk: string | Uint8Array) => {
      const letters = [...(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"))];
      for (const [index, letter] of letters.entries()) {
        if (letter === "\r" || letter === "\n") {
          return finish(() => resolve(typed.join("")), letters.slice(index + 1).join(""));
        }
        if (letter === CTRL_C || letter === CTRL_D) return abort();
        typed = letter === "\u007f" || letter === "\b" ? typed.slice(0, -1) : [...typed, letter];
      }
    };
    // First, so that nothing that is typed after the question is shown.
    input.setRawMode?.(true);
    input.on("data", read);
    input.on("end", abort);
    ask(question);
    input.resume();
  });
}

type KeyCall = Pick<Call, "config" | "terminal">;

/**
 * The keystore's password, from the file in the settings or from the terminal.
 * @throws AppError USAGE if there is neither
 */
async function obtainPassword(call: KeyCall): Promise<string> {
  return (await readGivenPassword(call)) ?? (await ask(call, "Password of the key file: "));
}

/**
 * The password for a new keystore; a terminal asks twice. It has to be as strong as the installer in a browser wants it.
 * @throws AppError USAGE if there is neither file nor terminal; PASSWORD_EMPTY; PASSWORD_WEAK; PASSWORDS_DIFFER
 */
async function obtainNewPassword(call: KeyCall): Promise<string> {
  const given = await readGivenPassword(call);
  const password = given ?? (await ask(call, "Password for the new key file: "));
  await requireStrong(password);
  if (given !== null) return given;
  if ((await ask(call, "Repeat the password: ")) !== password)
    throw new AppError("PASSWORDS_DIFFER", "The passwords don't match. Nothing was saved.");
  return password;
}

/** @throws AppError PASSWORD_EMPTY, PASSWORD_WEAK */
async function requireStrong(password: string): Promise<void> {
  if (password === "") throw new AppError("PASSWORD_EMPTY", "The key needs a password. Nothing was saved.");
  const { isStrongEnough, loadStrengthMeter, shortest } = await import("@freehold/web/key-password");
  const strength = (await loadStrengthMeter())(password, []);
  if (isStrongEnough(strength)) return;
  const why =
    strength === "short"
      ? `The password of a key file needs at least ${shortest} characters.`
      : "This password is easy to guess.";
  throw new AppError("PASSWORD_WEAK", msg`${why} Use four or more random words. Nothing was saved.`);
}

async function readGivenPassword({ config, terminal }: KeyCall): Promise<string | null> {
  if (config.keystorePasswordFile !== null) return readPasswordFile(config.keystorePasswordFile);
  if (terminal.input.isTTY) return null;
  throw new AppError(
    "USAGE",
    "The password of the key file is needed, and there is no terminal to ask for it. Set FREEHOLD_KEYSTORE_PASSWORD_FILE " +
      "(or --keystore-password-file) to a file whose first line is the password.",
  );
}

function ask({ terminal }: KeyCall, question: string): Promise<string> {
  return askSecret(terminal.input, terminal.prompt, question);
}

const MOST_BYTES = 4096;

/** The source of the key of an installation; a new key with neither. */
interface KeySource {
  /** A file with a private key. */
  readonly keyFile: string | undefined;
  /** Whether to ask for recovery words. */
  readonly words: boolean;
}

/**
 * The owner's key for an installation: the one in the keystore, if an earlier run wrote it; else the given one, or a new one
 * with recovery words.
 * @returns `encrypted`: the keystore to write, null if it is there already
 * @throws KeystoreError KEYSTORE_EXISTS if the keystore holds another key than the given one, WORDS_INVALID; AppError USAGE if
 *   there is no way to a password
 */
export async function obtainOwnerKey(
  call: KeyCall,
  source: KeySource,
): Promise<{ signer: Signer; encrypted: Awaited<ReturnType<typeof encryptKeystore>> | null }> {
  const { keystore } = call.config;
  const given = await readGivenKey(call, source);
  if ((await readKeystore(keystore)) === null) {
    const { privateKey, entropy } = given ?? (await loadWords()).createKeyWithWords();
    const encrypted = await encryptKeystore(privateKey, await obtainNewPassword(call), undefined, entropy);
    entropy?.fill(0);
    return { signer: createSigner(privateKey), encrypted };
  }
  const signer = await unlockKeystore(keystore, await obtainPassword(call));
  const isOther = given !== null && addressOf(given.privateKey) !== signer.address;
  given?.privateKey.fill(0);
  given?.entropy?.fill(0);
  if (isOther) {
    signer[Symbol.dispose]();
    throw new KeystoreError(
      "KEYSTORE_EXISTS",
      `${keystore} already exists, with the key of ${signer.address}. It is not overwritten.`,
    );
  }
  return { signer, encrypted: null };
}

/** Recovery words need their list and a derivation, which most commands do not. */
const loadWords = () => import("@freehold/web/recovery-words");

async function readGivenKey(call: KeyCall, { keyFile, words }: KeySource): Promise<OpenedKey | null> {
  if (keyFile !== undefined && words)
    throw new AppError("USAGE", "A key comes from --private-key-file or from --words, not from both.");
  if (words) return (await loadWords()).keyOfWords(await readWords(call));
  if (keyFile === undefined) return null;
  return { privateKey: new Uint8Array(await readPrivateKey(keyFile)), entropy: null };
}

/** Never an argument: those are in the list of processes and in the history of the shell. */
async function readWords({ terminal }: KeyCall): Promise<string> {
  if (terminal.input.isTTY)
    return await askSecret(
      terminal.input,
      terminal.prompt,
      "Your recovery words in order, on one line (they are not shown): ",
    );
  let text = "";
  for await (const chunk of terminal.input) {
    text += String(chunk);
    if (text.length > MOST_BYTES)
      throw new AppError("USAGE", "Standard input is too long for recovery words.");
  }
  return text;
}

/**
 * The recovery words of the key in the keystore, whose password is asked for.
 * @throws KeystoreError KEYSTORE_NOT_FOUND, WRONG_PASSWORD, WORDS_MISSING; AppError USAGE if there is no way to a password
 */
export async function readKeystoreWords(
  call: KeyCall,
): Promise<{ readonly address: Address; readonly words: readonly string[] }> {
  const { keystore } = call.config;
  const text = await readKeystore(keystore);
  if (text === null) throw missingKeystore(keystore);
  const key = await openKeystore(text, await obtainPassword(call));
  try {
    return { address: addressOfPrivateKey(key.privateKey), words: (await loadWords()).wordsOf(key) };
  } finally {
    key.privateKey.fill(0);
    key.entropy?.fill(0);
  }
}

function missingKeystore(keystore: string): KeystoreError {
  return new KeystoreError(
    "KEYSTORE_NOT_FOUND",
    `There is no key file at ${keystore}, and this command needs the owner's key. Set FREEHOLD_KEYSTORE to the path of the key file.`,
  );
}

async function readPrivateKey(path: string): Promise<Uint8Array> {
  if ((await stat(path)).size > MOST_BYTES) {
    throw new AppError("PRIVATE_KEY_INVALID", msg`${path} is too large to hold a private key.`);
  }
  const text = await readFile(path);
  try {
    return parsePrivateKey(text);
  } finally {
    text.fill(0);
  }
}

/**
 * Unlocks the key of this node's owner. It asks for the password only if there is a keystore.
 * @throws KeystoreError; AppError USAGE if there is no way to a password, WRONG_KEY for another owner's key
 */
export async function unlockOwner(call: KeyCall, owner: Address): Promise<Signer> {
  const { keystore } = call.config;
  if ((await readKeystore(keystore)) === null) throw missingKeystore(keystore);
  const signer = await unlockKeystore(keystore, await obtainPassword(call));
  if (signer.address !== owner) {
    signer[Symbol.dispose]();
    throw new AppError(
      "WRONG_KEY",
      msg`The key file has the key of ${signer.address}, but this node belongs to ${owner}.`,
    );
  }
  return signer;
}
