export { type Confirmation, renderConfirmation } from "./site/render-confirmation.ts";
export { renderHome } from "./site/render-home.ts";
export { renderIcon } from "./site/render-icon.ts";
export { renderNotFound } from "./site/render-not-found.ts";
export { renderNotice } from "./site/render-notice.ts";
export { renderPost } from "./site/render-post.ts";
export { renderStylesheet } from "./site/render-stylesheet.ts";
export { renderWelcome } from "./site/render-welcome.ts";
export { pathOfPost, type SiteAssets, type SiteOwner, type SitePost } from "./site/resources.ts";
