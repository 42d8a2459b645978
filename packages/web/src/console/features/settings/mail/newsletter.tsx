import { graphql } from "@freehold/client";
import type { FormEvent, ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Button } from "../../../components/controls.tsx";
import { LoadState } from "../../../errors.tsx";
import { useKeptForm } from "../../../kept/kept-form.ts";
import { Restored } from "../../../kept/restored.tsx";
import { useField } from "../../../queries.ts";
import { SettingSwitch, useSettings } from "../../../settings.tsx";
import { SaveStatus, SelectField, TextField } from "../form.tsx";
import { Readers } from "./readers.tsx";
import { SentIssues } from "./sent-issues.tsx";

/** Readers by mail: the settings for sending, the list of readers, and the sent posts. */
export default function NewsletterSettings(): ReactElement {
  const { readers: messages } = useMessages();
  const { query, settings, change } = useSettings();
  const { data: counts } = useField(["newsletter"], countsQuery, {}, { refetchInterval: 5_000 });
  const kept = useKeptForm("newsletter");
  const savePerHour = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newsletterPerHour = Number(new FormData(event.currentTarget).get("per-hour"));
    change.mutate({ newsletterPerHour }, { onSuccess: kept.forget });
  };
  return (
    <>
      <p className="hint">{messages.hint}</p>
      <LoadState of={query} />
      {settings && !settings.mailTransportIsSet && (
        <p>
          {messages.needsMail} <a href="/console/settings/mail">{messages.toMail}</a>
        </p>
      )}
      {counts?.isPublic === false && (
        <p>
          {messages.needsAddress} <a href="/console/settings/address">{messages.toAddress}</a>
        </p>
      )}
      {settings?.mailTransportIsSet && (
        <>
          <SettingSwitch name="newsletter" label={messages.switch} />
          <SelectField
            label={messages.sending}
            options={messages.sendings}
            value={settings.newsletterSending}
            onChoose={(newsletterSending) => change.mutate({ newsletterSending })}
          />
          <form ref={kept.form} onSubmit={savePerHour}>
            <TextField
              label={messages.perHour}
              hint={messages.perHourHint}
              name="per-hour"
              type="number"
              min={0}
              max={1_000_000}
              required
              defaultValue={settings.newsletterPerHour}
            />
            <Restored at={kept.restoredAt} onDiscard={kept.discard} />
            <Button type="submit" look="plain" disabled={change.isPending} text={messages.save} />
          </form>
          <SaveStatus of={change} />
        </>
      )}
      {counts && (
        <p>
          <strong>{messages.counts(counts.active)}</strong> ·{" "}
          {[
            messages.month(counts.joined, counts.left),
            counts.pending > 0 && messages.waiting(counts.pending),
            counts.paused > 0 && messages.paused(counts.paused),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
      <SentIssues from={settings?.mailFrom ?? ""} />
      <Readers
        isOn={settings?.newsletter === true && settings.mailTransportIsSet}
        paused={counts?.paused ?? 0}
      />
    </>
  );
}

const countsQuery = graphql("query Newsletter { newsletter { active pending paused joined left isPublic } }");
