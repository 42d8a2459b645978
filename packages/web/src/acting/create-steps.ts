/** What a visitor does one touch after another, since each prompt of a wallet must come straight from one. */
export interface Steps {
  /** Carries out the step that was offered, or else this one, and says how it goes. */
  take(first: () => Promise<void>): Promise<void>;
  /** What the next touch does, in words beside the button and on it. */
  offer(label: string, sentence: string, step: () => Promise<void>): void;
  /** Forgets what was offered. */
  reset(): void;
}

/**
 * Steps behind one button.
 *
 * @param explain the words for what was thrown
 */
export function createSteps(
  button: HTMLButtonElement,
  status: HTMLElement,
  { waiting, explain }: { waiting: string; explain: (error: unknown) => string },
): Steps {
  const label = button.textContent ?? "";
  let next: (() => Promise<void>) | null = null;
  return {
    async take(first) {
      button.disabled = true;
      status.textContent = waiting;
      try {
        await (next ?? first)();
      } catch (error) {
        status.textContent = explain(error);
      } finally {
        button.disabled = false;
      }
    },
    offer(words, sentence, step) {
      button.textContent = words;
      status.textContent = sentence;
      next = step;
    },
    reset() {
      button.textContent = label;
      next = null;
    },
  };
}
