import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { useField } from "../../queries.ts";
import { Link } from "../../shell/routes.tsx";

/** Mails that have failed for an hour, with the mail server's own words; nothing while all get out. */
export function MailTroubleNote(): ReactElement | null {
  const { delivery, readers, refusal } = useMessages();
  const { data: trouble } = useField(["mail-trouble"], troubleQuery, {}, { refetchInterval: 60_000 });
  if (!trouble) return null;
  return (
    <p className="hint" role="status">
      {delivery.mail(trouble.waiting, trouble.ended)}{" "}
      {trouble.reason !== "" && <span>{delivery.mailReason(refusal(trouble.reason))} </span>}
      <Link to="/settings/mail">{readers.toMail}</Link>
    </p>
  );
}

const troubleQuery = graphql("query MailTrouble { mailTrouble { waiting ended reason } }");
