/** The number of guesses that a password resists when somebody has the file. */
export type PasswordStrength = "none" | "short" | "weak" | "fair" | "strong";

type StrengthMeter = (password: string, known: readonly string[]) => PasswordStrength;

/** Whether a key may be encrypted with it. */
export function isStrongEnough(strength: PasswordStrength): boolean {
  return strength === "fair" || strength === "strong";
}

/** Characters. */
export const shortest = 10;

/** In powers of ten. A guess is 128 MiB and a third of a second of scrypt: 10^11 of them are a thousand years of a core. */
const [fairGuesses, strongGuesses] = [11, 14];

/**
 * Loads what judges passwords by the guesses that they stand (zxcvbn): 250 kB with its lists of passwords and words, which
 * is why it is not part of the page.
 *
 * @returns a function of a password, and of words that a guesser knows of its owner
 */
export async function loadStrengthMeter(): Promise<StrengthMeter> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, known) => {
    if (password === "") return "none";
    if (password.length < shortest) return "short";
    const { guessesLog10 } = zxcvbn.check(password, ["freehold", "ethereum", ...known]);
    if (guessesLog10 < fairGuesses) return "weak";
    return guessesLog10 < strongGuesses ? "fair" : "strong";
  };
}
