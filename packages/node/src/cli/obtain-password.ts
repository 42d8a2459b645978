import { readPasswordFile } from "../domain/access/keystore.ts";
import { AppError } from "../errors.ts";
import { askSecret } from "./ask-secret.ts";
import type { Call } from "./command.ts";

type Asker = Pick<Call, "config" | "terminal">;

/**
 * The keystore's password: out of the file that the settings name, else from whoever sits at the terminal.
 * @throws AppError USAGE when there is neither
 */
export async function obtainPassword({ config, terminal }: Asker): Promise<string> {
  if (config.keystorePasswordFile !== null) {
    return readPasswordFile(config.keystorePasswordFile);
  }
  requireTerminal(terminal);
  return askSecret(terminal.input, terminal.prompt, "Password of the keystore: ");
}

/**
 * The password for a keystore that is still to be made; at a terminal it is asked for twice.
 * @throws AppError USAGE when there is neither file nor terminal; PASSWORD_EMPTY or PASSWORDS_DIFFER when it is empty or the two differ
 */
export async function obtainNewPassword({ config, terminal }: Asker): Promise<string> {
  if (config.keystorePasswordFile !== null) {
    return readPasswordFile(config.keystorePasswordFile);
  }
  requireTerminal(terminal);
  const password = await askSecret(terminal.input, terminal.prompt, "A password for the new keystore: ");
  if (password === "") {
    throw new AppError("PASSWORD_EMPTY", "Without a password the key would lie open. Nothing was written.");
  }
  if ((await askSecret(terminal.input, terminal.prompt, "The same once more: ")) !== password) {
    throw new AppError("PASSWORDS_DIFFER", "The two passwords differ. Nothing was written.");
  }
  return password;
}

function requireTerminal({ input }: Call["terminal"]): void {
  if (!input.isTTY) {
    throw new AppError(
      "USAGE",
      "The keystore's password is needed, and there is no terminal to ask at: set FREEHOLD_KEYSTORE_PASSWORD_FILE " +
        "(or --keystore-password-file) to a file whose first line is the password.",
    );
  }
}
