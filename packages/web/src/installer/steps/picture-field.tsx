import { type ReactElement, useRef, useState } from "react";
import { drawPortrait } from "../../drawing/draw-portrait.ts";
import { inlineDrawing } from "../../drawing/inline-drawing.ts";
import { useInstallerMessages } from "../../messages/installer/use-installer-messages.ts";
import type { StepProps } from "../installer.tsx";
import { shrinkPicture } from "../shrink-picture.ts";

/** The owner's picture: chosen and cut to a square here, or drawn from the address. */
export function PictureField({ change, kept }: Pick<StepProps, "change" | "kept">): ReactElement {
  const { you: said } = useInstallerMessages();
  const [isBroken, setBroken] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    try {
      change({ picture: await shrinkPicture(file) });
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <div className="field picture-field">
      <p className="label" id="picture-label">
        {said.picture}
      </p>
      {kept.picture ? (
        <img className="portrait" src={kept.picture} alt="" />
      ) : (
        kept.address && inlineDrawing(drawPortrait(kept.address), "portrait", null)
      )}
      <div className="choices">
        <input
          ref={input}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-labelledby="picture-label"
          accept="image/jpeg,image/png,image/webp,image/gif"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <button type="button" className="plain" onClick={() => input.current?.click()}>
          {said.choosePicture}
        </button>
        {kept.picture && (
          <button type="button" className="quiet" onClick={() => change({ picture: "" })}>
            {said.removePicture}
          </button>
        )}
      </div>
      <p className={isBroken ? "hint bad" : "hint"} aria-live="polite">
        {isBroken ? said.pictureBroken : !kept.picture && said.pictureHint}
      </p>
    </div>
  );
}
