import { graphql } from "@freehold/client";
import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatMoment } from "../../components/format.ts";
import { Trouble } from "../../errors.tsx";
import { useField } from "../../queries.ts";

/** Says that the last daily backup failed: it is no check of the diagnosis. Nothing while backups work. */
export function BackupFailure(): ReactElement {
  const { language, refusal, settings } = useMessages();
  const { data } = useField(["daily-backups"], dailyBackupsQuery);
  const failure = data?.failure;
  return (
    <Trouble
      text={
        failure &&
        settings.data.daily.failed(formatMoment(Date.parse(failure.at), language), refusal(failure.reason))
      }
    />
  );
}

/** The last daily backup, and whether the latest one failed. */
export const dailyBackupsQuery = graphql(`query DailyBackups {
  dailyBackups {
    kept
    last { madeAt bytes }
    failure { at reason }
  }
}`);
