/** Processors that do one piece of work after the other, each as soon as a processor is free. Times in ms. */
export class Processors {
  readonly #freeAt: Float64Array;
  readonly #speed: number;
  /** The working time of all processors together. */
  busyMs = 0;

  /** @param speed relative to the machine on which the costs were measured */
  constructor(count: number, speed = 1) {
    this.#freeAt = new Float64Array(count);
    this.#speed = speed;
  }

  /** Adds work that takes one processor `ms` and can begin at `at`. @returns when it is done */
  use(at: number, ms: number): number {
    const freeAt = this.#freeAt;
    let first = 0;
    for (let index = 1; index < freeAt.length; index += 1) {
      if ((freeAt[index] ?? 0) < (freeAt[first] ?? 0)) first = index;
    }
    const took = ms / this.#speed;
    const end = Math.max(at, freeAt[first] ?? 0) + took;
    freeAt[first] = end;
    this.busyMs += took;
    return end;
  }
}

/** Events in the order of time. */
export class Agenda {
  readonly #heap: { at: number; act: (at: number) => void }[] = [];

  add(at: number, act: (at: number) => void): void {
    const heap = this.#heap;
    let index = heap.push({ at, act }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((heap[parent]?.at ?? 0) <= at) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Runs all events, until none is left. */
  run(): void {
    const heap = this.#heap;
    for (let next = heap[0]; next; next = heap[0]) {
      const last = heap.pop();
      if (last && heap.length > 0) {
        heap[0] = last;
        this.#sink();
      }
      next.act(next.at);
    }
  }

  #sink(): void {
    const heap = this.#heap;
    const at = (index: number) => heap[index]?.at ?? Number.POSITIVE_INFINITY;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = at(right) < at(left) ? right : left;
      if (at(child) >= at(index)) return;
      this.#swap(index, child);
      index = child;
    }
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    const [a, b] = [heap[one], heap[other]];
    if (a && b) [heap[one], heap[other]] = [b, a];
  }
}
