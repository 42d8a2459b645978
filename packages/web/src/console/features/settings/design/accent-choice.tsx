import type { Address } from "@freehold/protocol";
import type { CSSProperties, FormEvent, ReactElement } from "react";
import { type Accent, accentOfHue, grounds, hueOfAddress, inks } from "../../../../drawings/accent.ts";
import { drawPortrait } from "../../../../drawings/portrait.ts";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { inlineDrawing } from "../../../elements.ts";
import { Restored } from "../../../kept/restored.tsx";
import { useKept } from "../../../kept/use-kept.ts";
import { useOwner } from "../../../queries.ts";
import { useSettings } from "../../../settings.tsx";
import { SaveBar } from "../form.tsx";
import "./design.css";

/** The accent colour: from the owner's address, or a chosen hue. @param saved degrees, or "" */
export function AccentChoice({ saved }: { saved: string }): ReactElement | null {
  const messages = useMessages().settings.site;
  const { change } = useSettings();
  const kept = useKept("accent", saved);
  const chosen = kept.value;
  const address = useOwner();
  if (!address) return null;
  const ofAddress = Math.floor(hueOfAddress(address));
  const accent = accentOfHue(chosen === "" ? hueOfAddress(address) : Number(chosen));
  const choose = (hue: string) => {
    change.reset();
    kept.set(hue);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ accentHue: chosen }, { onSuccess: () => applyAccent(accent) });
  };
  return (
    <form onSubmit={save} className="accent">
      <h2>{messages.colour}</h2>
      <p className="hint">{messages.colourHint}</p>
      <fieldset>
        <legend className="unseen">{messages.colour}</legend>
        <label className="tick">
          <input type="radio" name="accent" checked={chosen === ""} onChange={() => choose("")} />
          {messages.fromAddress}
        </label>
        <label className="tick">
          <input
            type="radio"
            name="accent"
            checked={chosen !== ""}
            onChange={() => choose(saved || String(ofAddress))}
          />
          {messages.ownColour}
        </label>
      </fieldset>
      {chosen !== "" && <HueSlider hue={Number(chosen)} onChange={choose} />}
      <Samples accent={accent} address={address} />
      <Restored at={kept.restoredAt} />
      <SaveBar
        change={change}
        isChanged={chosen !== saved}
        save={messages.saveColour}
        onDiscard={() => choose(saved)}
      />
    </form>
  );
}

function HueSlider({ hue, onChange }: { hue: number; onChange: (hue: string) => void }): ReactElement {
  const messages = useMessages().settings.site;
  const name = messages.hues[Math.floor(((hue + 15) % 360) / 30)];
  return (
    <label className="hue">
      <span>
        {messages.hue}: <span className="hint">{name}</span>
      </span>
      <input
        type="range"
        min={0}
        max={359}
        value={hue}
        aria-valuetext={`${name}, ${hue}°`}
        style={{ "--hues": circle } as CSSProperties}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

/** The slider's gradient: every hue on both backgrounds. */
const circle = Array.from({ length: 25 }, (_, step) => accentOfHue(step * 15))
  .map(({ light, dark }) => `light-dark(${light}, ${dark})`)
  .join(", ");

/** Text and a link on both backgrounds. */
function Samples({ accent, address }: { accent: Accent; address: Address }): ReactElement {
  const { sample } = useMessages().settings.site;
  return (
    <div className="accent-samples">
      {(["light", "dark"] as const).map((ground) => {
        const colours = { "--paper": grounds[ground], "--ink": inks[ground], "--accent": accent[ground] };
        const style = { ...colours, colorScheme: ground } as CSSProperties;
        return (
          <div key={ground} className="accent-sample" style={style}>
            {inlineDrawing(drawPortrait(address), "portrait", null)}
            <p>
              {sample[ground]}, <span className="like-link">{sample.link}</span>
            </p>
          </div>
        );
      })}
    </div>
  );
}

function applyAccent({ light, dark }: Accent): void {
  document.documentElement.style.setProperty("--accent", `light-dark(${light}, ${dark})`);
}
