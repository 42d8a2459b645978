import { hourMs, secondMs } from "@freehold/protocol/internal";
import { type Finding, failed, msg, ok, type Sentence, skipped, warning } from "../../../domain/check.ts";
import { findMailTrouble, type MailTrouble } from "../../../domain/mail/mail-trouble.ts";
import { readMailSettings } from "../../../domain/settings/mail-settings.ts";
import { MailError, type MailProblem } from "../../../mail/mail-error.ts";
import { checkMailServer } from "../../../mail/mailer.ts";
import type { NodeCheck } from "../check-context.ts";

const findings: Record<Exclude<MailProblem, "answer">, readonly [finding: Sentence, advice: Sentence]> = {
  address: [
    msg`The address of the mail server can't be used.`,
    msg`Correct the host in the setting mailTransport; one in your own network needs FREEHOLD_ALLOW_PRIVATE_PEERS.`,
  ],
  connection: [
    msg`The mail server can't be reached.`,
    msg`Look whether the mail server runs, has a good certificate, and may be called from here (port 465 or 587).`,
  ],
  greeting: [
    msg`The server there is not a working mail server.`,
    msg`Use smtps:// for port 465 and smtp:// for port 587 in the setting mailTransport.`,
  ],
  login: [
    msg`The mail server refused the login.`,
    msg`Correct user and password in the setting mailTransport.`,
  ],
  message: [msg`The mail server did not take the message.`, msg`Look into the mail server's log.`],
};

export const mailCheck: NodeCheck = {
  id: "work.mail",
  about:
    "The owner's mail server: connection, TLS, greeting and login; nothing is sent. Mails that do not get out",
  warns: "a mail has been tried for more than an hour, or was given up in the last day",
  fails: "the mail server does not work or refuses this node",
  needs: ["tables"],
  watchedEveryMs: 6 * hourMs,
  timeLimitMs: 35 * secondMs,
  async run({ store, clock, config }) {
    const settings = await readMailSettings(store.db);
    if (!settings) return skipped(msg`No mail server is set, so nothing that needs mail is offered.`);
    try {
      await checkMailServer(config, settings.transport);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return describeFailure(error);
    }
    const trouble = await findMailTrouble({ store, clock });
    return trouble ? describeTrouble(trouble) : ok(msg`The mail server lets this node in.`);
  },
};

/** Why the mail server can't be used; what it said stands before any guess. */
function describeFailure({ problem, smtpStatus, answer }: MailError): Finding {
  const [finding, advice] = findings[problem === "answer" ? "greeting" : problem];
  const isRefusal = problem === "greeting" && smtpStatus !== null && smtpStatus >= 400;
  const said = answer === null ? [] : msg`It said: ${answer}`;
  if (!isRefusal) return failed([...finding, ...said], advice);
  return failed(
    [...msg`The mail server refuses the connection.`, ...said],
    msg`Ask whoever runs the mail server; where it names a blocklist, ask that list to remove this machine.`,
  );
}

function describeTrouble({ waiting, ended, reason }: MailTrouble): Finding {
  const counts = msg`The mail server lets this node in. Mails that have been tried for more than an hour: ${waiting}; given up in the last day: ${ended}.`;
  return warning(
    reason === "" ? counts : [...counts, ...msg`The last reason: ${reason}`],
    msg`Mend what the mail server names. What waits is tried again by itself.`,
  );
}
