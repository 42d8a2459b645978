export { type BuiltFile, type BuiltProgram, readBuiltAssets } from "./built-assets.ts";
export { type Accent, chooseAccent } from "./drawings/accent.ts";
export { themeDiagram } from "./figures/diagram-theme.ts";
export { type Figure, keyOf } from "./figures/figure.ts";
export { createFigureWorker, type FigureWorker } from "./figures/figure-worker.ts";
export { hashOfContents } from "./markdown/addresses.ts";
export { readMarkdownOpening } from "./markdown/opening.ts";
export { type References, readReferences } from "./markdown/references.ts";
export type { FoundTag, QuotedPost, SitePicture, TextParts } from "./markdown/text-parts.ts";
export { noParts } from "./markdown/text-parts.ts";
export { catalogues, chooseMessages, messagesFor } from "./messages/site/catalogues.ts";
export type { Messages } from "./messages/site/en.ts";
export type { SiteWorkerConfig } from "./offline/worker-types.ts";
export type {
  CommentDoor,
  CommentDraft,
  SiteComment,
  SiteConversation,
} from "./site/conversation.ts";
export { entryExcerpt } from "./site/entry.ts";
export { type FeedFormat, feedFormats } from "./site/feed-links.ts";
export { type App, renderApp } from "./site/render-app.ts";
export { appIcons, renderAppIcon } from "./site/render-app-icon.ts";
export { renderArchive } from "./site/render-archive.ts";
export { cardSize, renderCard } from "./site/render-card.ts";
export { type RefusedComment, renderCommentAgain } from "./site/render-comment-again.ts";
export { type Confirmation, renderConfirmation } from "./site/render-confirmation.ts";
export { type FeedPage, renderFeed } from "./site/render-feed.ts";
export { renderHome } from "./site/render-home.ts";
export { renderIcon } from "./site/render-icon.ts";
export { renderManifest } from "./site/render-manifest.ts";
export { renderNotFound } from "./site/render-not-found.ts";
export { type Notice, renderNotice } from "./site/render-notice.ts";
export { renderOffline } from "./site/render-offline.ts";
export { renderOwnComment } from "./site/render-own-comment.ts";
export { renderPeople, type SitePerson } from "./site/render-people.ts";
export { renderPost } from "./site/render-post.ts";
export { renderSearch, type SiteMatch } from "./site/render-search.ts";
export { renderSitemap, renderSitemapIndex, type SitemapEntry } from "./site/render-sitemap.ts";
export { renderStylesheet } from "./site/render-stylesheet.ts";
export { pathOfTag, renderTag } from "./site/render-tag.ts";
export { renderVerify, type VerifyPage } from "./site/render-verify.ts";
export { renderWelcome } from "./site/render-welcome.ts";
export { pathOfPost, type SiteAssets, type SiteOwner, type SitePost } from "./site/resources.ts";
export type { OwnedView, Theme, View } from "./site/view.ts";
