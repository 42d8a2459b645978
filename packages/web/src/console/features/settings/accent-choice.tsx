import type { Address } from "@freehold/protocol";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, type FormEvent, type ReactElement, useState } from "react";
import { type Accent, accentOfHue, grounds, hueOfAddress, inks } from "../../../drawings/accent.ts";
import { drawPortrait } from "../../../drawings/portrait.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { inlineDrawing } from "../../elements.ts";
import { graphqlField } from "../../graphql.ts";
import { SaveStatus } from "./form.tsx";
import { useSettings } from "./use-settings.ts";
import "./accent.css";

/** The accent colour: from the owner's address, or a chosen hue. @param saved degrees, or "" */
export function AccentChoice({ saved }: { saved: string }): ReactElement | null {
  const messages = useMessages().settings.site;
  const { change } = useSettings();
  const [chosen, setChosen] = useState(saved);
  const { data: address } = useQuery({
    queryKey: ["own address"],
    queryFn: readAddress,
    staleTime: Infinity,
  });
  if (!address) return null;
  const ofAddress = Math.floor(hueOfAddress(address));
  const accent = accentOfHue(chosen === "" ? hueOfAddress(address) : Number(chosen));
  const isChanged = chosen !== saved;
  const choose = (hue: string) => {
    change.reset();
    setChosen(hue);
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
      <div className="accent-samples">
        <Sample accent={accent} address={address} ground="light" />
        <Sample accent={accent} address={address} ground="dark" />
      </div>
      <div className="choices">
        <Button type="submit" disabled={!isChanged || change.isPending} text={messages.saveColour} />
        {isChanged && !change.isPending && (
          <Button look="plain" onClick={() => choose(saved)} text={messages.discardColour} />
        )}
      </div>
      <SaveStatus of={change} />
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

function Sample({
  accent,
  address,
  ground,
}: {
  accent: Accent;
  address: Address;
  ground: keyof Accent;
}): ReactElement {
  const { sample } = useMessages().settings.site;
  const style = {
    ...{ "--paper": grounds[ground], "--ink": inks[ground], "--accent": accent[ground] },
    colorScheme: ground,
  } as CSSProperties;
  return (
    <div className="accent-sample" style={style}>
      {inlineDrawing(drawPortrait(address), "portrait", null)}
      <p>
        {ground === "light" ? sample.onLight : sample.onDark},{" "}
        <span className="like-link">{sample.link}</span>
      </p>
    </div>
  );
}

function applyAccent({ light, dark }: Accent): void {
  document.documentElement.style.setProperty("--accent", `light-dark(${light}, ${dark})`);
}

async function readAddress({ signal }: { signal: AbortSignal }): Promise<Address> {
  return (await graphqlField<{ address: Address }>(addressQuery, {}, signal)).address;
}

const addressQuery = /* GraphQL */ `
  query OwnAddress { profile { address } }
`;
