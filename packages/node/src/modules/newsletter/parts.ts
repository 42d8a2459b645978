import { hourMs } from "@freehold/protocol/internal";
import type { ModuleParts } from "../../module.ts";
import { newsletterChecks } from "./checks.ts";
import { newsletterMails } from "./mail-texts.ts";
import { checkNewsletterSetting } from "./public-address.ts";
import { countReaders } from "./readers.ts";
import type { RenderIssue } from "./sending/compose-mail.ts";
import { chooseNewsletter, mailPublished, readMailsOf } from "./sending/issues.ts";
import { sweepIssues } from "./sending/queue-mails.ts";
import { runNewsletterJob } from "./sending/run-newsletter-job.ts";
import { stopIssue } from "./store/newsletter-issues.ts";
import { sweepSubscriptions } from "./subscribe.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  on: {
    "publication.published": (tx, { publication, now }) => mailPublished(tx, publication, now),
    "publication.restored": (tx, { publication, now }) => stopIssue(tx, publication.id, now),
  },
  jobs: (context) => {
    // A node without readers by mail never needs it.
    const renderIssue: RenderIssue = async (...post) => {
      const { renderIssueOf } = await import("./sending/issue-mail.ts");
      return await renderIssueOf(context)(...post);
    };
    return { newsletter: (job, signal) => runNewsletterJob(context, job, { signal, renderIssue }) };
  },
  services: {
    countMailReaders: async (context) => {
      const { active, isReady } = await countReaders(context);
      return isReady ? active : null;
    },
    readMailsOf,
    chooseMail: async (context, choice) => void (await chooseNewsletter(context, choice)),
  },
  mails: newsletterMails,
  checks: newsletterChecks,
  settings: { check: checkNewsletterSetting, changed: async () => {} },
  // Version 0.1 queued them among the mails.
  kindOfEarlierJob: ({ kind, payload }) =>
    kind === "mail" && /^\{"newsletter(Test)?":/.test(payload) ? "newsletter" : null,
  maintenance: [
    {
      key: "sweep-subscribers",
      everyMs: hourMs,
      byClock: true,
      work: sweepSubscriptions,
      failure: "subscriptions that nobody confirmed could not be removed",
    },
    {
      key: "sweep-issues",
      everyMs: hourMs,
      byClock: true,
      work: sweepIssues,
      failure: "mails of posts that are over could not be forgotten",
    },
  ],
  graphql: () => import("./graphql.ts"),
  routes: async () => {
    const { answerConfirmations, answerReaders, answerSubscribe } = await import("./routes.ts");
    const { answerNewsletterOwner } = await import("./owner-routes.ts");
    return [answerSubscribe, answerConfirmations, answerReaders, answerNewsletterOwner];
  },
};
