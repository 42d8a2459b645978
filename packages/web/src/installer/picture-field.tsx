import { type ReactElement, useRef, useState } from "react";
import { Button } from "../console/components/controls.tsx";
import { inlineDrawing } from "../console/elements.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import { useInstallerMessages } from "../messages/installer/use-installer-messages.ts";
import type { StepProps } from "./setup-form.ts";

/** The owner's picture: a file, cropped to a square here, or drawn from the address. */
export function PictureField({ change, form }: Pick<StepProps, "change" | "form">): ReactElement {
  const { profile: texts } = useInstallerMessages();
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
        {texts.picture}
      </p>
      {form.picture ? (
        <img className="portrait" src={form.picture} alt="" />
      ) : (
        form.address && inlineDrawing(drawPortrait(form.address), "portrait", null)
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
        <Button look="plain" onClick={() => input.current?.click()} text={texts.choosePicture} />
        {form.picture && (
          <Button look="quiet" onClick={() => change({ picture: "" })} text={texts.removePicture} />
        )}
      </div>
      <p className={isBroken ? "hint bad" : "hint"} aria-live="polite">
        {isBroken ? texts.pictureBroken : !form.picture && texts.pictureHint}
      </p>
    </div>
  );
}

/** The side of the picture in pixels: sharp on the site, and small in the signed message. */
const side = 256;

/**
 * Crops the middle of a picture to a small square.
 *
 * @returns a data URI
 * @throws DOMException if the file is no picture
 */
async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const edge = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
  const pen = canvas.getContext("2d");
  if (!pen) throw new DOMException("There is no canvas.", "NotSupportedError");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, left, top, edge, edge, 0, 0, side, side);
  picture.close();
  // A browser without a WebP encoder returns PNG.
  return canvas.toDataURL("image/webp", 0.85);
}
