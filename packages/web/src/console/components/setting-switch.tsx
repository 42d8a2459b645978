import type { ReactElement } from "react";
import { Trouble } from "../errors.tsx";
import { type Flag, useSettings } from "../use-settings.ts";
import { Checkbox } from "./controls.tsx";

/** A switch for a setting of the node. It changes at once, and back if the node refuses. */
export function SettingSwitch({ name, label }: { name: Flag; label: string }): ReactElement {
  const { settings, change } = useSettings();
  return (
    <>
      <Checkbox
        look="switch"
        label={label}
        checked={settings?.[name] ?? false}
        disabled={settings === undefined}
        onChange={(isOn) => change.mutate({ [name]: isOn })}
      />
      <Trouble error={change.error} />
    </>
  );
}
