import { graphql } from "@freehold/client";
import { type FormEvent, type ReactElement, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";
import { useKeptForm } from "../../kept/kept-form.ts";
import { useField } from "../../queries.ts";
import { useSettings } from "../../settings.tsx";
import { SaveStatus, TextField } from "./form.tsx";

/** The Ethereum RPC for names of ENS. Its address may contain a key, so the node never shows it again. */
export function EnsSettings(): ReactElement {
  const all = useMessages();
  const messages = all.settings.ens;
  const { settings, change } = useSettings();
  const { data: own } = useField(["own-ens"], ownQuery);
  const [isOpen, setOpen] = useState(false);
  const kept = useKeptForm("ens");
  const isSet = settings?.ensRpcIsSet === true;
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const ensRpc = String(new FormData(event.currentTarget).get("rpc") ?? "").trim();
    change.mutate({ ensRpc }, { onSuccess: () => setOpen(false) });
  };
  return (
    <>
      <h2>{messages.title}</h2>
      <p className="hint">{messages.hint}</p>
      {isSet && !isOpen && (
        <>
          <p>{messages.isSet}</p>
          {own?.ens && (
            <p>
              <bdi>{messages.yours(own.ens.name)}</bdi>
            </p>
          )}
          <div className="choices">
            <Button onClick={() => setOpen(true)} text={messages.change} />
            <Button
              look="plain"
              disabled={change.isPending}
              onClick={() => change.mutate({ ensRpc: null })}
              text={messages.stop}
            />
          </div>
        </>
      )}
      {settings && (!isSet || isOpen) && (
        <form ref={kept.form} onSubmit={save} autoComplete="off">
          <TextField
            label={messages.rpc}
            hint={messages.rpcHint}
            name="rpc"
            data-secret=""
            type="url"
            required
            pattern="\s*https://.+"
            maxLength={2_048}
            spellCheck={false}
            autoComplete="off"
            placeholder="https://"
          />
          <div className="choices">
            <Button type="submit" disabled={change.isPending} text={messages.save} />
            {isOpen && <Button look="plain" onClick={() => setOpen(false)} text={all.cancel} />}
          </div>
        </form>
      )}
      {change.isSuccess && change.variables.ensRpc === null && isSet ? (
        <Trouble text={messages.byEnvironment} />
      ) : (
        <SaveStatus of={change} />
      )}
    </>
  );
}

const ownQuery = graphql("query OwnEnsName { profile { ens { name picture } } }");
