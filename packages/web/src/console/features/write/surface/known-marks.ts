import { graphql } from "@freehold/client";
import { askApi, askField } from "../../../graphql.ts";
import { isNamed, type KnownPerson, type MarkServices } from "./mark-menu.ts";

// The length of a list that one looks through while writing.
const shownPeople = 10;

/** The people and tags that this node knows; connected people are read once. */
export function knownMarks(): MarkServices {
  let connected: Promise<readonly KnownPerson[]> | null = null;
  const readConnected = () => {
    connected ??= askApi(connectedQuery, {}).then(({ following, followers }) =>
      [...following.nodes, ...followers.nodes].flatMap(({ title, url }) => (url ? [{ title, url }] : [])),
    );
    connected.catch(() => {
      connected = null;
    });
    return connected;
  };
  return {
    async findPeople(word) {
      const near = (await readConnected()).filter((person) => isNamed(person, word));
      const others = near.length < shownPeople && word !== "" ? await suggest(`@${word}`) : [];
      const far = others.flatMap(({ text, url }) => (url === null ? [] : [{ title: text, url }]));
      const byUrl = new Map([...near, ...far].toReversed().map((person) => [person.url, person]));
      return [...byUrl.values()].toReversed().slice(0, shownPeople);
    },
    findTags: async (word) => (await suggest(`#${word}`)).map(({ text }) => text),
  };
}

const suggest = (text: string) => askField(suggestionsQuery, { text });

const connectedQuery = graphql(`query ConnectedPeople {
  following(first: 100) { nodes { title url } }
  followers(first: 100) { nodes { title url } }
}`);
const suggestionsQuery = graphql(
  "query SuggestedMarks($text: String!) { suggestions(text: $text) { text url } }",
);
