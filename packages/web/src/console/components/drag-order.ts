/** A point or the edges of a box, in pixels of the window. */
interface Point {
  readonly x: number;
  readonly y: number;
}
type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** The list in which an item is dragged. */
interface DragList {
  /** The items, in their order, with the dragged one. */
  readonly items: () => readonly Element[];
  /** Called when the pointer comes to another item. @param place null: the drag is over */
  readonly onOver: (place: number | null) => void;
  readonly onDrop: (place: number) => void;
  /** So far the pointer moves before it is a drag, in pixels: a press is no drag. */
  readonly slack?: number;
}

/** This close to an edge of the window, in pixels, the page scrolls while something is dragged, so far at a time. */
const edge = 56;
const scrollStep = 14;

/** The place of the box in which a point is, or of the nearest one. @param boxes at least one */
export function placeAt(boxes: readonly Box[], { x, y }: Point): number {
  const distances = boxes.map(({ left, right, top, bottom }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)),
  );
  return distances.indexOf(Math.min(...distances));
}

/**
 * Follows the pointer that was pressed on an item of a list, until it is released over the place that the item gets. Escape ends
 * it, and nothing is moved.
 */
export function followDrag(
  { pointerId, target, clientX, clientY }: PointerEvent,
  { items, onOver, onDrop, slack = 0 }: DragList,
): void {
  if (!(target instanceof HTMLElement)) return;
  let place: number | null = null;
  const end = new AbortController();
  const move = (event: PointerEvent) => {
    const { clientX: x, clientY: y } = event;
    if (place === null && Math.hypot(x - clientX, y - clientY) < slack) return;
    if (!target.hasPointerCapture(pointerId)) target.setPointerCapture(pointerId);
    event.preventDefault();
    if (y < edge) scrollBy(0, -scrollStep);
    else if (y > innerHeight - edge) scrollBy(0, scrollStep);
    const boxes = items().map((item) => item.getBoundingClientRect());
    const next = boxes.length === 0 ? null : placeAt(boxes, { x, y });
    if (next === null || next === place) return;
    place = next;
    onOver(place);
  };
  const stop = () => {
    end.abort();
    onOver(null);
  };
  const drop = () => {
    const at = place;
    stop();
    if (at !== null) onDrop(at);
  };
  const { signal } = end;
  const isSame = (event: PointerEvent) => event.pointerId === pointerId;
  addEventListener("pointermove", (event) => isSame(event) && move(event), { signal });
  addEventListener("pointerup", (event) => isSame(event) && drop(), { signal });
  addEventListener("pointercancel", (event) => isSame(event) && stop(), { signal });
  addEventListener("keydown", ({ key }) => key === "Escape" && stop(), { signal });
}
