import { graphql, type ReplyOf } from "@freehold/client";
import type { Address } from "@freehold/protocol";
import type { ConsoleMessages } from "../../messages/console/en.ts";
import { viewNames, views } from "./navigation.ts";
import type { ViewCommand } from "./own-commands.ts";

/** A line of the command palette: something to go to, or to do. */
export interface PaletteItem {
  readonly id: string;
  readonly text: string;
  /** A hint that distinguishes items of the same name. */
  readonly hint?: string | undefined;
  /** Other words by which it is found. */
  readonly words?: string | undefined;
  readonly keys?: readonly string[];
  /** A path below `/console`, the address of a page, or an action. */
  readonly target:
    | { readonly path: string }
    | { readonly url: string }
    | { readonly act: "signOut" | "keys" }
    | { readonly run: () => void };
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

/** The commands of a view that match the typed text. */
export function findOwnCommands(own: readonly ViewCommand[], typed: string): PaletteItem[] {
  const words = toWords(typed);
  return own
    .filter(({ text, words: others }) => fits(words, `${text} ${others ?? ""}`))
    .map(({ run, ...shown }) => ({ ...shown, target: { run } }));
}

/** The commands that match the typed text: each of its words begins a word of theirs. Without words, the views. */
export function findCommands(messages: ConsoleMessages, typed: string): PaletteItem[] {
  const words = toWords(typed);
  const { words: other } = messages.palette;
  const settings = Object.entries(messages.settings.names).map(
    ([name, text]): PaletteItem => ({
      id: `settings/${name}`,
      text,
      hint: messages.views.settings,
      words: messages.settings.words[name as keyof typeof messages.settings.words],
      target: { path: `/settings/${name}` },
    }),
  );
  const commands: PaletteItem[] = [
    ...viewNames.map((name) => {
      const { path, key } = views[name];
      return {
        id: `view/${name}`,
        text: messages.views[name],
        words: other[name],
        keys: ["g", key],
        target: { path },
      };
    }),
    {
      id: "follow",
      text: messages.people.follow,
      words: other.follow,
      target: { path: "/home/people/follow" },
    },
    { id: "tags", text: messages.postTabs.tags, words: other.tags, target: { path: "/posts/tags" } },
    { id: "trash", text: messages.postTabs.trash, words: other.trash, target: { path: "/posts/trash" } },
    ...(words.length > 0 ? settings : []),
    { id: "keys", text: messages.keys.title, words: other.keys, keys: ["?"], target: { act: "keys" } },
    { id: "signOut", text: messages.signOut, words: other.signOut, target: { act: "signOut" } },
  ];
  return commands.filter((command) =>
    fits(words, `${command.text} ${command.hint ?? ""} ${command.words ?? ""}`),
  );
}

function toWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function fits(words: readonly string[], text: string): boolean {
  const own = toWords(text);
  // Chinese has no spaces between words.
  return words.every((word) =>
    own.some((one) => (/\p{Script=Han}/u.test(one) ? one.includes(word) : one.startsWith(word))),
  );
}

/** The search results of the node. */
export type FoundOnNode = ReplyOf<typeof findQuery>;

export const findQuery = graphql(`query Find($text: String!) {
  search(first: 20, query: $text) {
    nodes {
      kind id title
      publication { id type state publisherAddress publisherTitle url title }
    }
  }
  suggestions(text: $text) { kind text address url }
}`);

/** The owner's posts, people, posts of others and comments, as far as there are any. */
export function groupFound(
  { search, suggestions }: FoundOnNode,
  { palette, post, signing }: Pick<ConsoleMessages, "palette" | "post" | "signing">,
  owner: Address | null,
): PaletteGroup[] {
  const found = search.nodes.flatMap(({ kind, id, title, publication }) => {
    if (!publication) return [];
    const name = title || publication.title || signing.untitled;
    return [{ kind, id, name, publication, isOwn: publication.publisherAddress === owner }];
  });
  const posts = found.filter(({ kind }) => kind === "PUBLICATION");
  const groups: PaletteGroup[] = [
    {
      name: palette.groups.posts,
      items: posts
        .filter(({ isOwn }) => isOwn)
        .map(({ id, name, publication }) => ({
          id: `post/${id}`,
          text: name,
          hint: post.states[publication.state],
          target:
            publication.type === "FILE"
              ? { path: "/posts/media" }
              : publication.state !== "SIGNED" || publication.url === null
                ? { path: `/write/${id}` }
                : { url: publication.url },
        })),
    },
    {
      name: palette.groups.people,
      items: suggestions.flatMap(({ kind, text, address, url }) =>
        kind === "NODE" && address !== null && address !== owner
          ? [
              {
                id: `person/${address}`,
                text: text || `${address.slice(0, 10)}…`,
                hint: url?.replace(/^https?:\/\/|\/$/g, ""),
                target: { path: `/home/of/${address}` },
              },
            ]
          : [],
      ),
    },
    {
      name: palette.groups.timeline,
      items: posts
        .filter(({ isOwn, publication }) => !isOwn && publication.url !== null)
        .map(({ id, name, publication }) => ({
          id: `post/${id}`,
          text: name,
          hint: publication.publisherTitle || `${publication.publisherAddress.slice(0, 10)}…`,
          target: { url: publication.url ?? "" },
        })),
    },
    {
      name: palette.groups.comments,
      items: found
        .filter(({ kind }) => kind === "COMMENT")
        .map(({ id, name, publication }) => ({
          id: `comment/${id}`,
          text: name,
          hint: publication.title,
          target: { path: `/inbox/comments/of/${publication.id}` },
        })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
