import type { Context } from "../../context.ts";
import { MailError } from "../../mail/mail-error.ts";
import { type MailTransport, parseMailTransport } from "../../mail/mail-transport.ts";
import { checkMailServer } from "../../mail/mailer.ts";
import type { Reader } from "../../store/database.ts";
import { findOwnProfile } from "../../store/peers/profiles.ts";
import { readSettingValues } from "./settings.ts";

/** How this node sends mail. */
export interface MailSettings {
  readonly transport: MailTransport;
  /** The sender's address. */
  readonly from: string;
}

/** How this node sends mail, or null where its owner has not said both the server and the sender. */
export async function readMailSettings(db: Reader): Promise<MailSettings | null> {
  const { mailTransport, mailFrom } = await readSettingValues(db);
  const transport = mailTransport === "" ? null : parseMailTransport(mailTransport);
  if (!transport || mailFrom === "") return null;
  const siteUrl = (await findOwnProfile(db))?.url ?? null;
  return { transport: { ...transport, siteUrl }, from: mailFrom };
}

export type MailTransportCheck = { valid: true } | { valid: false; error: string };

/** The console knows the end of this sentence. */
const notTried = { valid: false, error: "login: The login was not tried; sign in to check it" } as const;

/**
 * Whether mail can be handed to a server, before the setting is kept (specification 4.10, decisions 7 and 9).
 *
 * @param value an `smtp://` or `smtps://` URL
 * @param options.skipLogin checks all but the login; a transport with a login is then not found valid
 * @returns where it failed: the error begins with the class of the failure (address, connection, greeting, login), and
 *   repeats nothing that the server said
 */
export async function checkMailTransport(
  { config }: Pick<Context, "config">,
  value: unknown,
  { skipLogin = false }: { skipLogin?: boolean } = {},
): Promise<MailTransportCheck> {
  const transport = parseMailTransport(value);
  if (transport === null) {
    return {
      valid: false,
      error: "address: A mail server is named as smtp://user:password@host:port, or with smtps://.",
    };
  }
  try {
    await checkMailServer(config, transport, { skipLogin });
    return skipLogin && transport.login !== null ? notTried : { valid: true };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { valid: false, error: `${error.problem}: ${error.message}` };
  }
}
