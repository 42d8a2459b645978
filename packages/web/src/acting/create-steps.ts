/** What a visitor does one touch after another, since each prompt of a wallet must come straight from one. */
export interface Steps {
  /** Carries out the step that was offered, or else this one, and says how it goes. */
  take(first: () => Promise<void>): Promise<void>;
  /** What the next touch does, in words beside the button and on it. */
  offer(label: string, sentence: string, step: () => Promise<void>): void;
  /** A button for each of some names, instead of the one; a touch does the step of that place. */
  choose(names: readonly string[], sentence: string, step: (at: number) => Promise<void>): void;
  say(sentence: string): void;
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
  let list: HTMLElement | null = null;

  async function attempt(step: () => Promise<void>): Promise<void> {
    const buttons = [button, ...(list?.querySelectorAll("button") ?? [])];
    for (const one of buttons) one.disabled = true;
    status.textContent = waiting;
    try {
      await step();
    } catch (error) {
      status.textContent = explain(error);
    } finally {
      for (const one of buttons) one.disabled = false;
    }
  }

  function stand(names: string, step: (() => Promise<void>) | null): void {
    button.textContent = names;
    next = step;
    if (list === null) return;
    list.remove();
    list = null;
    button.hidden = false;
  }

  return {
    take: (first) => attempt(next ?? first),
    say(sentence) {
      status.textContent = sentence;
    },
    offer(words, sentence, step) {
      const hadFocus = list?.contains(document.activeElement);
      stand(words, step);
      status.textContent = sentence;
      if (hadFocus) button.focus();
    },
    choose(names, sentence, step) {
      stand(label, null);
      status.textContent = sentence;
      list = Object.assign(document.createElement("span"), { className: "choose" });
      for (const [at, name] of names.entries()) {
        const one = Object.assign(document.createElement("button"), { type: "button", textContent: name });
        one.addEventListener("click", () => void attempt(() => step(at)));
        list.append(one);
      }
      button.after(list);
      button.hidden = true;
      list.querySelector("button")?.focus();
    },
    reset: () => stand(label, null),
  };
}
