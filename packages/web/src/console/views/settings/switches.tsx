import type { ReactElement } from "react";
import type { NodeSettings, SettingsPatch } from "./use-settings.ts";

type Flag = {
  [Name in keyof NodeSettings]: NodeSettings[Name] extends boolean ? Name : never;
}[keyof NodeSettings];

/** Settings that are on or off, kept with a touch each. */
export function Switches<Name extends Exclude<Flag, "mailTransportIsSet">>({
  legend,
  settings,
  names,
  words,
  onChange,
}: {
  legend: string;
  settings: NodeSettings;
  names: readonly Name[];
  words: Readonly<Record<Name, string>>;
  onChange: (patch: SettingsPatch) => void;
}): ReactElement {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {names.map((name) => (
        <label key={name} className="tick">
          <input
            type="checkbox"
            checked={settings[name]}
            onChange={({ target }) => onChange({ [name]: target.checked })}
          />
          {words[name]}
        </label>
      ))}
    </fieldset>
  );
}
