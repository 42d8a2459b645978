/** The island's input from the page, in `data-viewer`: the words of the viewer. */
export interface ViewerTexts {
  readonly enlarge: string;
  readonly close: string;
  readonly previous: string;
  readonly next: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
}

// It brings its styles: pages don't have them before a picture is opened.
const styles = `
.viewer { box-sizing: border-box; width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; padding: 0; border: 0;
  background: var(--paper); color: var(--ink); }
.viewer[open] { display: grid; grid-template-rows: minmax(0, 1fr) auto; }
.viewer::backdrop { background: var(--paper); }
.viewer .stage { display: grid; overflow: auto; overscroll-behavior: contain; }
.viewer img { display: block; max-width: none; max-height: none; margin: auto; border-radius: 0; cursor: zoom-in; }
.viewer .is-zoomed img { cursor: zoom-out; }
.viewer .bar { display: flex; gap: 0.25rem; align-items: center; padding: 0.25rem 0.75rem; font: 0.84rem / 1.4 var(--working); }
.viewer p { flex: 1; min-width: 0; max-height: 4.2em; margin: 0; overflow-y: auto; overflow-wrap: anywhere; }
.viewer button { flex: none; width: 2.75rem; height: 2.75rem; padding: 0; border: 0; background: none; color: inherit;
  font: 1.25rem / 1 var(--working); }
.viewer button:hover { color: var(--accent); }
.viewer button:disabled { visibility: hidden; }
`;

/** How many times as large as the window a picture is shown, at each step. */
const steps = [1, 1.5, 2, 3, 4];

type Dialog = ReturnType<typeof createDialog>;

let dialog: Dialog | undefined;

/** Shows one of the pictures of a page as large as the window, with the others beside it: by buttons, keys and touch. */
export function showPictures(pictures: readonly HTMLImageElement[], index: number, texts: ViewerTexts): void {
  dialog ??= createDialog(pictures, texts);
  dialog.open(index);
}

function createDialog(pictures: readonly HTMLImageElement[], texts: ViewerTexts) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const root = make("dialog", "viewer");
  const stage = make("div", "stage");
  const words = make("p", "");
  const image = make("img", "");
  let at = 0;
  let step = 0;

  const button = (sign: string, label: string, act: () => void): HTMLButtonElement => {
    const made = Object.assign(make("button", ""), {
      type: "button",
      textContent: sign,
      ariaLabel: label,
      onclick: act,
    });
    made.title = label;
    return made;
  };
  const previous = button("‹", texts.previous, () => show(at - 1));
  const next = button("›", texts.next, () => show(at + 1));
  const larger = button("+", texts.zoomIn, () => zoom(step + 1));
  const smaller = button("−", texts.zoomOut, () => zoom(step - 1));
  const close = button("×", texts.close, () => root.close());

  function show(index: number): void {
    const picture = pictures[index];
    if (!picture) return;
    at = index;
    root.ariaLabel = picture.alt || texts.enlarge;
    image.alt = picture.alt;
    image.srcset = picture.srcset;
    words.textContent = picture.closest("figure")?.querySelector("figcaption")?.textContent ?? picture.alt;
    previous.disabled = at === 0;
    next.disabled = at === pictures.length - 1;
    zoom(0);
  }

  /** Shows the picture larger, and keeps what was in the middle there. */
  function zoom(wanted: number): void {
    step = Math.min(steps.length - 1, Math.max(0, wanted));
    const [width, height] = [
      Number(pictures[at]?.getAttribute("width")),
      Number(pictures[at]?.getAttribute("height")),
    ];
    const fit = Math.min(1, stage.clientWidth / width, stage.clientHeight / height);
    const shown = Math.round(width * fit * (steps[step] ?? 1));
    const middle = [
      (stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth,
      (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight,
    ] as const;
    image.sizes = `${shown}px`;
    Object.assign(image.style, { width: `${shown}px`, height: `${Math.round((shown * height) / width)}px` });
    stage.classList.toggle("is-zoomed", step > 0);
    stage.scrollLeft = middle[0] * stage.scrollWidth - stage.clientWidth / 2;
    stage.scrollTop = middle[1] * stage.scrollHeight - stage.clientHeight / 2;
    larger.disabled = step === steps.length - 1;
    smaller.disabled = step === 0;
    // A button that can't be pressed any more loses the focus, and keys would go nowhere.
    if (!root.querySelector(":focus:enabled, .stage:focus")) stage.focus();
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => show(at - 1),
    ArrowRight: () => show(at + 1),
    "+": () => zoom(step + 1),
    "=": () => zoom(step + 1),
    "-": () => zoom(step - 1),
    "0": () => zoom(0),
  };
  root.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    const isArrow = event.key.startsWith("Arrow");
    // A picture that is larger than the window is moved by arrows.
    if (!act || event.ctrlKey || event.metaKey || event.altKey || (isArrow && step > 0)) return;
    event.preventDefault();
    act();
  });
  image.addEventListener("click", () => zoom(step === 0 ? 2 : 0));
  stage.addEventListener("click", ({ target }) => target === stage && root.close());
  addEventListener("resize", () => root.open && zoom(step));
  root.addEventListener("close", () => pictures[at]?.focus());
  stage.tabIndex = 0;
  stage.role = "group";
  stage.append(image);
  const bar = make("div", "bar");
  bar.append(words, ...(pictures.length > 1 ? [previous, next] : []), smaller, larger, close);
  root.append(stage, bar);
  document.body.append(root);
  return {
    open(index: number): void {
      root.showModal();
      show(index);
      close.focus();
    },
  };
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), className === "" ? {} : { className });
}
