import { hourMs } from "@freehold/protocol/internal";
import { limit, store } from "../../cli/command.ts";
import { form, fresh, page } from "../../http/prices.ts";
import { defineModule } from "../../module.ts";
import type { RenderIssue } from "./sending/compose-mail.ts";
import { mailPublished } from "./sending/issues.ts";
import { sweepIssues } from "./sending/queue-mails.ts";
import { runNewsletterJob } from "./sending/run-newsletter-job.ts";
import { sweepSubscriptions } from "./subscribe.ts";

/** Posts by mail: readers subscribe, and get what the owner sends them. */
export const newsletter = defineModule({
  name: "newsletter",
  on: { "publication.published": (tx, { publication, now }) => mailPublished(tx, publication, now) },
  jobs: (context) => {
    // A node without readers by mail never needs it.
    const renderIssue: RenderIssue = async (...post) => {
      const { renderIssueOf } = await import("./sending/issue-mail.ts");
      return await renderIssueOf(context)(...post);
    };
    return { newsletter: (job, signal) => runNewsletterJob(context, job, { signal, renderIssue }) };
  },
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
  prices: {
    "GET /subscribe": page,
    "POST /subscribe": form,
    "GET /subscribe/sent": fresh,
    "GET /newsletter/confirm": fresh,
    "POST /newsletter/confirm": form,
    "GET /newsletter/preferences": fresh,
    "POST /newsletter/preferences": form,
    "GET /newsletter/unsubscribe": fresh,
    "POST /newsletter/unsubscribe": form,
    "GET /newsletter/preview/:id": page,
    "GET /newsletter/readers.csv": page,
  },
  commands: [
    {
      name: "subscribers",
      summary: "List, add, remove, import and export readers by mail",
      usage: "list|add|remove|import|export|bounce [TEXT|ADDRESS|FILE|-]",
      argumentCount: [0, 2],
      details:
        "list takes a part of an address. import reads a table (CSV) with a column email; without --confirmed each one " +
        "gets a link to confirm. export writes such a table. bounce takes a mail that came back, as your mail server " +
        "hands it to a program; it believes only reports about mails that this node signed.",
      flags: [
        { name: "state", placeholder: "pending|active|paused", summary: "list: only these." },
        limit,
        { name: "consent", placeholder: "TEXT", summary: "add: when and how the reader agreed." },
        { name: "confirmed", summary: "import: all of them agreed, and you can show it." },
      ],
      settings: store,
      load: async () => (await import("./subscribers-command.ts")).subscribers,
    },
  ],
});
