import type { Address } from "@freehold/protocol";
import type { CSSProperties, ReactElement } from "react";
import { chooseAccent } from "../../colour/choose-accent.ts";
import { drawPortrait } from "../../drawing/draw-portrait.ts";
import { inlineDrawing } from "../../drawing/inline-drawing.ts";

/** The picture that an address makes, in the colour of its own place: one knows it again in a long list. */
export function Portrait({
  address,
  label = null,
}: {
  address: Address;
  label?: string | null;
}): ReactElement {
  const { light, dark } = chooseAccent(address);
  const style = { "--own": `light-dark(${light}, ${dark})` } as CSSProperties;
  return (
    <span className="own-colour" style={style}>
      {inlineDrawing(drawPortrait(address), "portrait", label)}
    </span>
  );
}
