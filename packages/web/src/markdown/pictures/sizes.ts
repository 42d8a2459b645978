import type { PictureWidth } from "./widths.ts";

/**
 * The room that the stylesheets give to a picture, in CSS pixels by the width of the window: `page.css`, `wide.css` and `pictures.css`,
 * where one rem is 18 pixels on narrow windows and 20 on others. The other themes differ by few pixels.
 */
interface Room {
  /** The narrowest window to which it applies. */
  readonly from: number;
  /** As wide as this, or else as the window without these pixels at its sides. */
  readonly room: { readonly px: number } | { readonly sides: number };
}

const phone = { from: 0, room: { sides: 45 } } as const;

const column: readonly Room[] = [{ from: 740, room: { px: 660 } }, { from: 640, room: { sides: 80 } }, phone];
const wide: readonly Room[] = [{ from: 1080, room: { px: 1000 } }, { from: 640, room: { sides: 80 } }, phone];
const full: readonly Room[] = [{ from: 0, room: { sides: 0 } }];

const rooms: Readonly<Record<PictureWidth, readonly Room[]>> = { normal: column, wide, full };

/** The part of a line that a picture has: of its room without the gaps. */
interface Share {
  readonly part: number;
  /** Pixels. */
  readonly gaps: number;
}

const whole: Share = { part: 1, gaps: 0 };

/** The `sizes` of a picture that stands alone. */
export const sizesAlone = (width: PictureWidth): string =>
  write(rooms[width].map((one) => [one.from, one, whole]));

/** The `sizes` of a picture in the column of a text, and of one above it. */
export const columnSizes = sizesAlone("normal");
export const coverSizes = sizesAlone("wide");

/** Pixels that one twelfth of a shape asks for, and between two pictures: `flex-basis` and `gap` of `pictures.css`. */
const wideUnit = 8;
const wideGap = 10;
const narrowUnit = 7.2;
const narrowGap = 9;

/**
 * The `sizes` of each picture in one row of a gallery. In a narrow window a row becomes several lines.
 *
 * @param shapes of the pictures in twelfths, from left to right
 */
export function sizesInRow(shapes: readonly number[], width: PictureWidth): string[] {
  const steps = rooms[width].flatMap((room) => stepsOf(room, shapes));
  return shapes.map((_, at) =>
    write(steps.map(([from, room]) => [from, room, shareOf(shapes, at, from, room)])),
  );
}

type Step = readonly [from: number, room: Room];

/** The widths of the window, the widest first, from which on a row may have other lines. */
function stepsOf(room: Room, shapes: readonly number[]): Step[] {
  if ("px" in room.room) return [[room.from, room]];
  const { sides } = room.room;
  const runs = shapes.flatMap((_, start) =>
    shapes.slice(start + 1).map((_end, count) => shapes.slice(start, start + count + 2)),
  );
  const changes = runs
    .map((run) => Math.ceil(needOf(run, room.from) + sides))
    .filter((from) => from > room.from);
  // A window at a change shows by the rule for wider ones what the room for wider windows may rule already: the first rule counts.
  return [...new Set([...changes, room.from])].sort((a, b) => b - a).map((from) => [from, room]);
}

const isWide = (from: number) => from >= 640;

/** The pixels that pictures need to stand in one line. */
function needOf(run: readonly number[], from: number): number {
  const [unit, gap] = isWide(from) ? [wideUnit, wideGap] : [narrowUnit, narrowGap];
  return run.reduce((sum, shape) => sum + shape * unit, 0) + (run.length - 1) * gap;
}

function shareOf(shapes: readonly number[], at: number, from: number, { room }: Room): Share {
  const pixels = "px" in room ? room.px : from - room.sides;
  let line: number[] = [];
  for (const [index, shape] of shapes.entries()) {
    if (line.length > 0 && needOf([...line, shape], from) > pixels) {
      if (index > at) break;
      line = [];
    }
    line.push(shape);
  }
  const sum = line.reduce((all, shape) => all + shape, 0);
  return { part: (shapes[at] ?? 0) / sum, gaps: (line.length - 1) * (isWide(from) ? wideGap : narrowGap) };
}

function write(steps: readonly (readonly [from: number, room: Room, share: Share])[]): string {
  const rules = steps.map(([from, { room }, share]) => ({ from, value: lengthOf(room, share) }));
  const needed = rules.filter(({ value }, index) => value !== rules[index + 1]?.value);
  return needed.map(({ from, value }) => (from === 0 ? value : `(width >= ${from}px) ${value}`)).join(", ");
}

function lengthOf(room: Room["room"], { part, gaps }: Share): string {
  if ("px" in room) return `${Math.round(part * (room.px - gaps))}px`;
  const less = Math.round(part * (room.sides + gaps));
  const share = `${Math.round(part * 1000) / 10}vw`;
  return less === 0 ? share : `calc(${share} - ${less}px)`;
}
