import type { ViewerTexts } from "./viewer.ts";

// Pictures of a text open in a viewer, whose code comes when the first one is opened.

const article = document.querySelector<HTMLElement>("[data-viewer]");
if (article) start(article, JSON.parse(article.dataset.viewer ?? "{}") as ViewerTexts);

function start(article: HTMLElement, texts: ViewerTexts): void {
  // A picture in a link leads where the link does.
  const pictures = [...article.querySelectorAll<HTMLImageElement>(".e-content img[srcset]")].filter(
    (picture) => !picture.closest("a"),
  );
  for (const [index, picture] of pictures.entries()) {
    picture.tabIndex = 0;
    picture.role = "button";
    picture.ariaHasPopup = "dialog";
    if (!picture.alt) picture.ariaLabel = texts.enlarge;
    const open = async () => (await import("./viewer.ts")).showPictures(pictures, index, texts);
    picture.addEventListener("click", () => void open());
    picture.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      void open();
    });
  }
}
