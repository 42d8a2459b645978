import { type MailTransport, parseMailTransport } from "../../mail/mail-transport.ts";
import type { Reader } from "../../store/store.ts";
import { readSettingValues } from "./read-settings.ts";

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
  return transport && mailFrom !== "" ? { transport, from: mailFrom } : null;
}
