import { MailError, type MailProblem } from "../../../mail/mail-error.ts";
import { checkMailServer } from "../../../mail/mailer.ts";
import { readMailSettings } from "../../settings/mail-settings.ts";
import { type Check, failed, ok, skipped } from "../check.ts";
import { storeOf } from "../examination.ts";
import { type Sentence, say } from "../sentence.ts";

const findings: Record<MailProblem, readonly [finding: Sentence, advice: Sentence]> = {
  address: [
    say`The address of the mail server can't be used.`,
    say`Correct the host in the setting mailTransport; one in your own network needs FREEHOLD_ALLOW_PRIVATE_PEERS.`,
  ],
  connection: [
    say`The mail server can't be reached.`,
    say`Look whether the mail server runs, has a good certificate, and may be called from here (port 465 or 587).`,
  ],
  greeting: [
    say`What answers there is not a mail server in order.`,
    say`Use smtps:// for port 465 and smtp:// for port 587 in the setting mailTransport.`,
  ],
  login: [
    say`The mail server refused the login.`,
    say`Correct user and password in the setting mailTransport.`,
  ],
  message: [say`The mail server did not take the message.`, say`Look into the mail server's log.`],
};

export const checkMail: Check = {
  id: "work.mail",
  area: "work",
  about: "The owner's mail server: connection, TLS, greeting and login; nothing is sent",
  warns: null,
  fails: "one of them does not work",
  needs: ["tables"],
  timeLimitMs: 15_000,
  async look(examination) {
    const { config } = examination;
    const store = storeOf(examination);
    const settings = await readMailSettings(store.db);
    if (!settings) return skipped(say`No mail server is set, so nothing that needs mail is offered.`);
    try {
      await checkMailServer(config, settings.transport);
      return ok(say`The mail server lets this node in.`);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return failed(...findings[error.problem]);
    }
  },
};
