import {
  type ComponentProps,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from "react";
import { useMessages } from "../../../../messages/console/use-messages.ts";
import { Modal } from "../../../components/confirm-dialog.tsx";
import { Button } from "../../../components/controls.tsx";
import { type Crop, fitCrop, mostZoom, moveCrop, wholeCrop, zoomCrop } from "./fit-crop.ts";

/** Pixels of the canvas on each side; CSS may scale it. */
const shown = 576;

/** Crops a picture to a square, by pointer or keyboard. */
export function CropDialog({
  picture,
  mediaType,
  onDone,
}: {
  picture: ImageBitmap;
  mediaType: string;
  /** Receives the square, or null when cancelled. */
  onDone: (square: Blob | null) => void;
}): ReactElement {
  const messages = useMessages().settings.profile;
  const cancel = useMessages().cancel;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  useEffect(() => {
    const { side, left, top } = fitCrop(picture, crop);
    const pen = canvas.current?.getContext("2d");
    pen?.clearRect(0, 0, shown, shown);
    pen?.drawImage(picture, left, top, side, side, 0, 0, shown, shown);
  }, [picture, crop]);

  const drag = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons !== 1) return;
    const width = currentTarget.clientWidth;
    setCrop((now) => moveCrop(picture, now, { x: movementX / width, y: movementY / width }));
  };
  return (
    <Modal title={messages.cropTitle} look="crop" onClose={() => onDone(null)}>
      <div className="crop-view">
        <canvas
          ref={canvas}
          width={shown}
          height={shown}
          role="img"
          aria-label={messages.cropView}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onWheel={({ deltaY }) =>
            setCrop((now) => zoomCrop(picture, now, now.zoom * (deltaY < 0 ? 1.08 : 0.93)))
          }
        />
      </div>
      <Range
        label={messages.zoom}
        min={1}
        max={mostZoom}
        value={crop.zoom}
        onChange={(zoom) => setCrop(zoomCrop(picture, crop, zoom))}
      />
      <Range label={messages.across} value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
      <Range label={messages.down} value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
      <p className="hint">{messages.cropHint}</p>
      <div className="choices">
        <Button
          onClick={async () => onDone(await cutPicture(picture, crop, mediaType))}
          text={messages.usePicture}
        />
        <Button look="plain" onClick={() => onDone(null)} text={cancel} />
      </div>
    </Modal>
  );
}

/** A slider; arrow keys move it. */
function Range({
  label,
  onChange,
  ...range
}: {
  label: string;
  onChange: (value: number) => void;
} & Pick<ComponentProps<"input">, "min" | "max" | "value">): ReactElement {
  return (
    <label className="range">
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        {...range}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </label>
  );
}

/** Pixels of an avatar on each side: enough for a large screen. */
const side = 512;

/** The cropped square as a file: JPEG for JPEG, else PNG, which keeps transparency. */
async function cutPicture(picture: ImageBitmap, crop: Crop, mediaType: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const square = fitCrop(picture, crop);
  canvas
    .getContext("2d")
    ?.drawImage(picture, square.left, square.top, square.side, square.side, 0, 0, side, side);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error("The browser could not write the picture."))),
    mediaType === "image/jpeg" ? "image/jpeg" : "image/png",
    0.9,
  );
  return await promise;
}
