import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { nameService, readPush, subscribeHere, unsubscribe } from "../../../app/push.ts";
import { Button } from "../../../components/controls.tsx";
import { formatMoment } from "../../../components/format.ts";
import { LoadState, Trouble } from "../../../errors.tsx";
import { useSettings } from "../../../settings.tsx";
import { SaveStatus, Switches } from "../form.tsx";

/** The settings for notifications: their kinds, and the devices that get them. */
export default function DeviceSettings(): ReactElement {
  const all = useMessages();
  const messages = all.settings.devices;
  const { query, settings, change } = useSettings();
  return (
    <>
      <h2>{messages.events}</h2>
      <p className="hint">{messages.eventsHint}</p>
      <LoadState of={query} />
      {settings && (
        <Switches
          legend={messages.kinds}
          settings={settings}
          names={["notifyFollower", "notifyComment", "notifyVisitor", "notifyFailedPeer"]}
          labels={messages}
          onChange={change.mutate}
        />
      )}
      <SaveStatus of={change} />
      <Devices />
    </>
  );
}

function Devices(): ReactElement {
  const all = useMessages();
  const messages = all.settings.devices;
  const query = useQuery({ queryKey: ["push"], queryFn: ({ signal }) => readPush(signal) });
  const { data, refetch } = query;
  const begin = useMutation({ mutationFn: subscribeHere, onSettled: () => refetch() });
  const end = useMutation({ mutationFn: unsubscribe, onSettled: () => refetch() });
  return (
    <>
      <h2>{messages.devices}</h2>
      <LoadState of={query} />
      {data && <p className="hint">{messages.states[data.state]}</p>}
      <Trouble
        text={begin.error instanceof DOMException && messages.browserFailed}
        error={begin.error ?? end.error}
      />
      {data?.state === "off" && (
        <Button disabled={begin.isPending} onClick={() => begin.mutate()} text={messages.turnOn} />
      )}
      <ul className="settings-rows">
        {data?.devices.map(({ id, endpoint, createdAt }) => (
          <li key={id}>
            <div>
              <p className="strong">{nameService(endpoint)}</p>
              <p className="hint">
                {endpoint === data.own && messages.here}{" "}
                {messages.since(formatMoment(Date.parse(createdAt), all.language))}
              </p>
            </div>
            <Button
              look="plain"
              disabled={end.isPending}
              onClick={() => end.mutate(endpoint)}
              text={messages.turnOff}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
