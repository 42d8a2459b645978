/** Processors that work on one thing after the other, each as soon as one of them is free. Times in ms. */
export class Processors {
  readonly #freeAt: Float64Array;
  readonly #speed: number;
  /** How long all of them together worked. */
  busyMs = 0;

  /** @param speed what they do in a millisecond, beside the machine on which costs were measured */
  constructor(count: number, speed = 1) {
    this.#freeAt = new Float64Array(count);
    this.#speed = speed;
  }

  /** Has work done from `at` on that takes one processor `ms`. @returns when it is done */
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

/** What happens, in the order of time. */
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

  /** Does everything, until nothing is left. */
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
