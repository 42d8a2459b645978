import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useRef, useState } from "react";
import { type KeptKeyFile, readKeptFiles } from "../../../../keystore/kept-key-files.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { formatDay } from "../../../components/format.ts";
import { digits } from "../../../elements.ts";
import { LoadState } from "../../../errors.tsx";
import { useOwner } from "../../../queries.ts";
import { ForgetButton, SaveFileLink } from "../../../signing/key-file-fields.tsx";
import { PasskeyUnlocking } from "./passkey-unlocking.tsx";
import { RecoveryWords } from "./recovery-words.tsx";

/** The key files that are kept in this browser, and what unlocks them. */
export default function KeySettings(): ReactElement {
  const { settings: texts } = useMessages().keyFile;
  const owner = useOwner();
  const query = useQuery({ queryKey: ["kept-key-files"], queryFn: readKeptFiles, networkMode: "always" });
  const { data, refetch } = query;
  const own = data?.find(({ address }) => address === owner);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isForgotten, setForgotten] = useState(false);
  const forgotten = async () => {
    await refetch();
    setForgotten(true);
    // The button with the focus is removed with its row.
    heading.current?.focus();
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {texts.title}
      </h2>
      <p className="hint">{texts.hint}</p>
      <LoadState of={query} empty={data?.length === 0 && texts.empty} />
      <KeptFileRows files={data ?? []} onForgotten={() => void forgotten()} />
      <ForgottenNote isForgotten={isForgotten} />
      {data && <RecoveryWords kept={own} />}
      {own && <PasskeyUnlocking kept={own} onChanged={() => void refetch()} />}
    </>
  );
}

function ForgottenNote({ isForgotten }: { isForgotten: boolean }): ReactElement {
  const { forgotten } = useMessages().keyFile;
  return <p role="status">{isForgotten && forgotten}</p>;
}

function KeptFileRows({
  files,
  onForgotten,
}: {
  files: readonly KeptKeyFile[];
  onForgotten: () => void;
}): ReactElement {
  const { keyFile, language } = useMessages();
  const { settings: texts } = keyFile;
  const owner = useOwner();
  return (
    <ul className="settings-rows">
      {files.map(({ address, file, keptAt }) => (
        <li key={address}>
          <div>
            <p>{digits(address)}</p>
            <p className="hint">{texts.since(formatDay(keptAt, language))}</p>
            {owner !== null && address !== owner && <p className="bad">{texts.otherSite}</p>}
          </div>
          <div className="choices">
            <SaveFileLink address={address} file={file} look="button plain" text={texts.save} />
            <ForgetButton address={address} look="plain" onForgotten={onForgotten} />
          </div>
        </li>
      ))}
    </ul>
  );
}
