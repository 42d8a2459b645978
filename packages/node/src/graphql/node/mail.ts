import { findMailTrouble, type MailTrouble } from "../../domain/mail/mail-trouble.ts";
import { defineObject } from "../define-types.ts";
import { addQuery } from "../operations.ts";

const MailTroubleRef = defineObject<MailTrouble>("MailTrouble", {
  description: "Emails that can't be sent.",
  fields: {
    waiting: ["Int!", "Emails that were tried for more than an hour and are tried again."],
    since: ["DateTime", "When the oldest of them was due first."],
    ended: ["Int!", "Emails of the last day that are no longer tried."],
    reason: ["String!", "Why the last one failed, with the mail server's own words."],
  },
});

addQuery("mailTrouble", {
  type: MailTroubleRef,
  nullable: true,
  access: "owner",
  cost: 5,
  description: "Emails that have failed for an hour; null for none.",
  resolve: (_args, { node }) => findMailTrouble(node),
});
