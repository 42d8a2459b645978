import { addressOfPrivateKey, KeystoreError } from "@freehold/protocol";
import { keyPath, type OpenedKey } from "@freehold/protocol/internal";
import { HDKey } from "@scure/bip32";
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english";

/** How many words a new key has. */
export const wordCount = 24;

/** The numbers of words that BIP-39 knows: wallets write 12 as well. */
const counts: readonly number[] = [12, 15, 18, 21, 24];

/** The fault of recovery words: their number, words that are not in the list (from 1), or their checksum. */
export type WordsProblem =
  | { readonly kind: "count"; readonly count: number }
  | { readonly kind: "unknown"; readonly positions: readonly number[] }
  | { readonly kind: "checksum" };

/** Texts that are not recovery words. Its message has no word. */
export class WordsError extends KeystoreError {
  readonly problem: WordsProblem;

  constructor(problem: WordsProblem) {
    super("WORDS_INVALID", sentenceOf(problem));
    this.problem = problem;
  }
}

function sentenceOf(problem: WordsProblem): string {
  switch (problem.kind) {
    case "count":
      return `Recovery words are 24, or 12, 15, 18 or 21 of a wallet; these are ${problem.count}.`;
    case "unknown": {
      const numbers = new Intl.ListFormat("en").format(problem.positions.map(String));
      return problem.positions.length === 1
        ? `Word ${numbers} is not in the English list of recovery words.`
        : `Words ${numbers} are not in the English list of recovery words.`;
    }
    case "checksum":
      return "Each word is in the list, but they do not belong together: one is wrong, or their order is.";
  }
}

/** A new key with its words: 24 of the English list, as `keyOfEntropy` derives it. */
export function createKeyWithWords(): Required<OpenedKey> {
  return keyOfEntropy(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The key of recovery words, as wallets derive it (BIP-39 without a passphrase, m/44'/60'/0'/0/0).
 *
 * @param text words in any case, between white space, commas or semicolons; numbers before them, as on the printed sheet, are left out
 * @throws WordsError
 */
export function keyOfWords(text: string): Required<OpenedKey> {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\d+[.)]?/, ""))
    .filter(Boolean);
  const positions = words.flatMap((word, index) => (wordlist.includes(word) ? [] : [index + 1]));
  if (!counts.includes(words.length)) throw new WordsError({ kind: "count", count: words.length });
  if (positions.length > 0) throw new WordsError({ kind: "unknown", positions });
  return keyOfEntropy(readEntropy(words.join(" ")));
}

function readEntropy(mnemonic: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(mnemonicToEntropy(mnemonic, wordlist));
  } catch {
    throw new WordsError({ kind: "checksum" });
  }
}

function keyOfEntropy(entropy: Uint8Array<ArrayBuffer>): Required<OpenedKey> {
  const seed = mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist));
  const master = HDKey.fromMasterSeed(seed);
  const { privateKey } = master.derive(keyPath);
  seed.fill(0);
  master.wipePrivateData();
  if (privateKey === null) throw new Error("This seed has no key at the path.");
  return { privateKey: new Uint8Array(privateKey), entropy };
}

/**
 * The recovery words of an opened key.
 *
 * @throws KeystoreError WORDS_MISSING if its file has none, or those of another key
 */
export function wordsOf({ privateKey, entropy }: OpenedKey): readonly string[] {
  if (entropy === null)
    throw new KeystoreError(
      "WORDS_MISSING",
      "This key has no recovery words: it was made before there were any, or elsewhere. None can be made for it. " +
        "Keep its file and its password, each in two places.",
    );
  if (addressOfPrivateKey(keyOfEntropy(entropy).privateKey) !== addressOfPrivateKey(privateKey))
    throw new KeystoreError(
      "WORDS_MISSING",
      "The words in this file belong to another key. The key itself is not damaged.",
    );
  return entropyToMnemonic(entropy, wordlist).split(" ");
}
