import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { CheckList } from "../../components/check-list.tsx";
import { Button } from "../../components/controls.tsx";
import { useDiagnosis } from "../../diagnosis.ts";
import { Trouble } from "../../errors.tsx";
import { BackupFailure } from "./backup-failure.tsx";
import { ClockDoubt } from "./clock-doubt.tsx";
import { SetAside } from "./set-aside.tsx";
import "./status.css";

/** A clock in doubt, work that was set aside, and the results of `freehold doctor`, problems first. */
export default function Status(): ReactElement {
  const { status: texts, views } = useMessages();
  const { data, error, isFetching, refetch } = useDiagnosis(true);
  const wrong = data?.filter(({ state }) => state === "FAILED" || state === "WARNING").length ?? 0;
  return (
    <>
      <h2 className="unseen">{views.status}</h2>
      <ClockDoubt />
      <SetAside />
      <BackupFailure />
      <Button look="plain" disabled={isFetching} onClick={() => refetch()} text={texts.again} />
      <p role="status" className="hint">
        {isFetching ? texts.checking : data && !error && (wrong === 0 ? texts.allWell : texts.wrong(wrong))}
      </p>
      {!isFetching && <Trouble error={error} />}
      {/* After a failure the last results may be old. */}
      {data && !error && <CheckList checks={data} />}
    </>
  );
}
