import { hourMs, secondMs } from "@freehold/protocol/internal";
import { type Finding, failed, ok, skipped, warning } from "../../../domain/check.ts";
import { findMailTrouble, type MailTrouble } from "../../../domain/mail/mail-trouble.ts";
import { readMailSettings } from "../../../domain/settings/mail-settings.ts";
import { msg, type Sentence } from "../../../errors/errors.ts";
import { MailError, type MailProblem } from "../../../mail/mail-error.ts";
import { checkMailServer } from "../../../mail/mailer.ts";
import type { NodeCheck } from "../check-context.ts";

const findings: Record<Exclude<MailProblem, "answer">, readonly [finding: Sentence, advice: Sentence]> = {
  address: [
    msg`The address of the mail server can't be used.`,
    msg`Correct the host in the setting mailTransport. A host in your own network needs FREEHOLD_ALLOW_PRIVATE_PEERS.`,
  ],
  connection: [
    msg`The mail server can't be reached.`,
    msg`Check that the mail server runs, has a valid certificate, and can be reached from here (port 465 or 587).`,
  ],
  greeting: [
    msg`The server does not respond like a mail server.`,
    msg`Use smtps:// for port 465 and smtp:// for port 587 in the setting mailTransport.`,
  ],
  login: [
    msg`The mail server refused the login.`,
    msg`Correct user and password in the setting mailTransport.`,
  ],
  message: [msg`The mail server did not accept the message.`, msg`Check the mail server's log.`],
};

export const mailCheck: NodeCheck = {
  id: "work.mail",
  about:
    "The owner's mail server: connection, TLS, greeting and login; nothing is sent. Emails that can't be sent",
  warns: "an email has been tried for more than an hour, or was not sent in the last day",
  fails: "the mail server does not work or refuses this node",
  needs: ["tables"],
  watchedEveryMs: 6 * hourMs,
  timeLimitMs: 35 * secondMs,
  async run({ store, clock, config }) {
    const settings = await readMailSettings(store.db);
    if (!settings) return skipped(msg`No mail server is set, so features that need email are off.`);
    try {
      await checkMailServer(config, settings.transport);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return describeFailure(error);
    }
    const trouble = await findMailTrouble({ store, clock });
    return trouble ? describeTrouble(trouble) : ok(msg`Login to the mail server works.`);
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
    msg`Ask the operator of the mail server. If it names a blocklist, ask that list to remove this machine.`,
  );
}

function describeTrouble({ waiting, ended, reason }: MailTrouble): Finding {
  const counts = msg`Login to the mail server works. Emails tried for more than an hour: ${waiting}; not sent in the last day: ${ended}.`;
  return warning(
    reason === "" ? counts : [...counts, ...msg`The last reason: ${reason}`],
    msg`Fix the problem that the mail server names. Waiting emails are tried again automatically.`,
  );
}
