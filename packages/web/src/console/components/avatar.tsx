import type { Address } from "@freehold/protocol";
import { type CSSProperties, type ReactElement, useState } from "react";
import { chooseAccent } from "../../drawings/accent.ts";
import { drawPortrait } from "../../drawings/portrait.ts";
import { inlineDrawing } from "../elements.ts";

/**
 * A person's picture. Without one, it is drawn from their address, in the accent colour of that address.
 *
 * @param picture a path on this node or a data URI
 */
export function Avatar({
  address,
  picture = null,
}: {
  address: Address;
  picture?: string | null;
}): ReactElement {
  const [broken, setBroken] = useState<string | null>(null);
  if (picture !== null && picture !== broken) {
    const giveUp = () => setBroken(picture);
    return <img className="portrait" src={picture} alt="" loading="lazy" onError={giveUp} />;
  }
  const { light, dark } = chooseAccent(address);
  const style = { "--own": `light-dark(${light}, ${dark})` } as CSSProperties;
  return (
    <span className="own-colour" style={style}>
      {inlineDrawing(drawPortrait(address), "portrait", null)}
    </span>
  );
}
