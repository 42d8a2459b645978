import { graphql } from "@freehold/client";
import { parseNodeUrl } from "@freehold/protocol";
import { readTypedAddress } from "@freehold/protocol/internal";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { CheckList } from "../../components/check-list.tsx";
import { Button } from "../../components/controls.tsx";
import { checkFields } from "../../diagnosis.ts";
import { LoadState, Trouble } from "../../errors.tsx";
import { Restored } from "../../kept/restored.tsx";
import { useKept } from "../../kept/use-kept.ts";
import { useData, useField } from "../../queries.ts";
import { TextField } from "./form.tsx";
import { type OwnProfile, profileQuery } from "./profile/own-profile.ts";
import { SignProfile } from "./profile/sign-profile.tsx";

/** The node's address: a new one is checked from outside before the owner signs it. */
export default function AddressSettings(): ReactElement {
  const client = useQueryClient();
  const { address: texts } = useMessages();
  const query = useData(["own-profile"], profileQuery);
  const { data, refetch } = query;
  const again = () => Promise.all([refetch(), client.invalidateQueries({ queryKey: ["checklist"] })]);
  return (
    <>
      <LoadState of={query} />
      {data && (
        <>
          <p className="own-address">
            <a href={data.profile.url}>{data.profile.url}</a>
          </p>
          <p className="hint">{parseNodeUrl(data.profile.url) ? texts.isPublic : texts.isLocal}</p>
          <h2>{parseNodeUrl(data.profile.url) ? texts.move : texts.publish}</h2>
          {parseNodeUrl(data.profile.url) && <p>{texts.moves}</p>}
          <NewAddress key={data.profile.url} {...data} onChanged={again} />
        </>
      )}
    </>
  );
}

/** Takes a new address, has the node try it, and signs it. */
function NewAddress({
  profile,
  recipients,
  onChanged,
}: {
  profile: OwnProfile;
  recipients: number;
  onChanged: () => Promise<unknown>;
}): ReactElement {
  const { address: texts, status } = useMessages();
  const kept = useKept<string>("address", "");
  const typed = kept.value;
  const [asked, setAsked] = useState<string | null>(null);
  const [isSigning, setSigning] = useState(false);
  const { state, url } = readTypedAddress(typed);
  const [isTouched, setTouched] = useState(false);
  const problem = state === "right" || state === "empty" ? null : texts.problems[state];
  const { data, error, isFetching, refetch } = useField(
    ["diagnosis", asked],
    diagnosisQuery,
    { url: asked },
    { enabled: asked !== null, staleTime: Infinity, gcTime: 0, retry: false },
  );
  const checked = asked === url && !isFetching ? data : undefined;
  const wrong = checked?.filter((check) => check.state === "FAILED").length ?? 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state !== "right" || url === null) return;
    if (url === asked) void refetch();
    else setAsked(url);
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={texts.label}
        hint={(isTouched && problem) || texts.hint}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        aria-invalid={isTouched && problem !== null}
        onBlur={() => setTouched(true)}
        value={typed}
        onChange={({ target }) => kept.set(target.value)}
      />
      <Restored at={kept.restoredAt} onDiscard={kept.discard} />
      <p role="status" className="hint">
        {isFetching ? texts.checking : checked && (wrong === 0 ? texts.reached : texts.notReached)}
      </p>
      <Trouble error={!isFetching && asked === url && error} />
      {checked && <CheckList checks={checked} />}
      <div className="choices">
        {checked && (
          <Button
            look={wrong === 0 ? undefined : "plain"}
            onClick={() => setSigning(true)}
            text={wrong === 0 ? texts.take : texts.takeAnyway}
          />
        )}
        <Button
          type="submit"
          look={checked ? "plain" : undefined}
          disabled={isFetching || state !== "right"}
          text={checked ? status.again : texts.check}
        />
      </div>
      {isSigning && url && (
        <SignProfile
          text={{ title: profile.title, description: profile.description ?? "", url }}
          recipients={recipients}
          force={wrong > 0}
          onClose={async (isSaved) => {
            setSigning(false);
            if (!isSaved) return;
            kept.forget();
            await onChanged();
          }}
        />
      )}
    </form>
  );
}

const diagnosisQuery = graphql("query DiagnoseAddress($url: String) { diagnosis(url: $url) { ...Check } }", [
  checkFields,
]);
