import { resolve } from "node:path";
import { program } from "../../config/program.ts";
import { type EndedFollows, endAllFollows } from "../../domain/connections/end-follows.ts";
import { countConnections } from "../../domain/connections/peers.ts";
import { type OwnProfile, requireOwner } from "../../domain/profile/owner.ts";
import { readPublicPosts } from "../../domain/publications/public-posts.ts";
import { beginClosing, finishClosing } from "../../domain/settings/close.ts";
import { readClosing } from "../../domain/settings/closing.ts";
import { deletePublished } from "../../domain/trash/delete-published.ts";
import { AppError } from "../../errors/errors.ts";
import { safeText } from "../../observability/safe-text.ts";
import { type MailsOfPost, services } from "../../services.ts";
import type { OpenNode } from "../../startup/open-node.ts";
import type { Call } from "../command.ts";
import { formatCount } from "../format.ts";
import { unlockOwner } from "../keys.ts";
import { openForCall } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";
import { publishLast } from "./last-post.ts";

/**
 * `freehold close`: ends a node for good (decision 0061). Each step can be repeated, so that a call that was killed is run again.
 *
 * @throws AppError CONFIRMATION_NEEDED with what would happen, without `--yes`
 */
export async function close(call: Call): Promise<void> {
  const { flags } = call;
  const signal = call.stopSignal();
  await using node = await openForCall(call);
  const own = await requireOwner(node);
  const folder = resolve(call.arguments[0] ?? `${new URL(own.url).hostname}-closed`);
  if (flags.yes !== true)
    throw new AppError("CONFIRMATION_NEEDED", (await describePlan(call, node, { own, folder })).join("\n"));
  using signer = await unlockOwner(call, own.address);
  const writeSite = await services().prepareStaticSite(node, folder);
  const postId = await publishLast(call, node, signer);
  const { since } = await node.store.transaction((tx) =>
    beginClosing(tx, { postId: null, now: node.clock.now() }),
  );
  const deleted =
    flags["delete-posts"] === true ? await deletePublished(node, { except: postId, signal }) : 0;
  const ended = await endAllFollows(node, signer, { since, signal, onEnd: showCount(call, "follow") });
  await finishClosing(node);
  const site = await writeSite?.({ signer, signal, onProgress: showCount(call, "file") });
  call.terminal.status("");
  const mails = postId === null ? null : await services().readMailsOf(node, postId);
  const { told, untold, unable } = ended;
  await printResult(
    call,
    {
      url: own.url,
      since: new Date(since).toISOString(),
      postId,
      deleted,
      told,
      untold,
      unable,
      mails,
      site: site ?? null,
    },
    [
      `${safeText(own.title)} is closed.`,
      `${formatCount(told, "follow")} ended, and the other sites know.`,
      site !== undefined &&
        `${site.folder}: ${formatCount(site.files, "file")}. Any web server can serve it.`,
    ],
    [...describeMails(mails), ...describeRest(ended)],
  );
}

/** A function that shows a count now and then. */
function showCount({ terminal }: Call, noun: string): (count: number) => void {
  return (count) => {
    if (terminal.showsProgress && count % 20 === 0) terminal.status(`Closing  ${formatCount(count, noun)}`);
  };
}

async function describePlan(
  { flags, terminal }: Call,
  node: OpenNode,
  { own, folder }: { own: OwnProfile; folder: string },
): Promise<string[]> {
  const { followers, following } = await countConnections(node);
  const posts = (await readPublicPosts(node, { limit: 0, offset: 0 }))?.total ?? 0;
  const readers = await services().countMailReaders(node);
  const closing = await readClosing(node.store.db);
  return [
    closing === null
      ? `This closes ${own.url} for good:`
      : `${own.url} is closed since ${new Date(closing.since).toISOString().slice(0, 10)}. This continues:`,
    followers + following === 0
      ? "- Nobody follows this site, and it follows nobody."
      : `- You lose ${formatCount(followers, "follower")} and stop following ${formatCount(following, "site")}. Those sites are told.`,
    flags["delete-posts"] === true
      ? `- ${formatCount(posts, "post moves", "posts move")} to the trash with all files, for 30 days. Copies on other sites stay: the protocol has no message that deletes them.`
      : `- ${formatCount(posts, "post stays", "posts stay")}: here while the node runs, and in copies on other sites.`,
    `- The site is written into ${folder}, as files for any web server.`,
    readers !== null &&
      (flags.mail === true
        ? `- ${formatCount(readers, "newsletter subscriber gets", "newsletter subscribers get")} the last post.`
        : `- ${formatCount(readers, "newsletter subscriber hears", "newsletter subscribers hear")} nothing more (--message and --mail send a last post).`),
    "- New followers, comments, mentions and subscribers are refused, and planned posts stay drafts.",
    `Make a backup first (${program} backup), and keep your key: it proves your posts. ${program} reopen opens the node again; its follows stay ended.`,
    `${terminal.paintNote("bold", "Run it again with --yes to do it.")}`,
  ].filter((line) => line !== false);
}

// Sites that a note names; --json has all of them.
const shownSites = 20;

function describeMails(mails: MailsOfPost | null): (string | false)[] {
  if (mails === null) return [];
  const { waiting, delivered, failed } = mails;
  return [
    `${formatCount(delivered, "email")} of the last post ${delivered === 1 ? "was" : "were"} delivered${failed > 0 ? `, and ${failed} failed` : ""}.`,
    waiting > 0 &&
      `${formatCount(waiting, "email waits", "emails wait")}: keep the node running, or they are never sent. Run this again to see how many still wait.`,
  ];
}

function describeRest({ untold, unable }: EndedFollows): (string | false)[] {
  return [
    untold.length > 0 &&
      `${formatCount(untold.length, "follow")} ended on one side. Run this again to tell the other sites:`,
    ...untold
      .slice(0, shownSites)
      .map(({ title, url, reason }) => `  ${safeText(title)} (${safeText(url)}): ${safeText(reason)}`),
    untold.length > shownSites && `  … and ${untold.length - shownSites} more (--json).`,
    unable > 0 &&
      `${formatCount(unable, "follower")} on epress can't be told: there, only the follower can end a follow.`,
    "While the node runs, it shows its pages and accepts nothing new. You can stop it once the folder is served in its place.",
  ];
}
