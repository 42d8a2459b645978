import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { useKeys } from "../../shell/keyboard.ts";
import { goTo } from "../../shell/routes.tsx";
import { Feeds } from "../feeds/feeds.tsx";
import { viewAt } from "../view-at.tsx";
import { Blocked } from "./blocked.tsx";
import { PersonList } from "./person-list.tsx";
import { usePeopleCounts } from "./use-people.ts";

const lists = ["following", "followers", "feeds", "blocked"] as const;

/** The people behind the timeline: following, followers and blocked; with an address, that one is open. */
function People({ rest: [asked, address] }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const { data: counts } = usePeopleCounts();
  const list = lists.find((name) => name === asked) ?? "following";
  useKeys({ n: () => goTo("/home/people/follow") });
  return (
    <>
      <Tabs
        label={messages.views.people}
        look="pills"
        path="/home/people"
        names={lists}
        current={list}
        texts={messages.people.tabs}
        counts={counts}
        formatCount={messages.people.count}
      />
      {list === "feeds" ? (
        <Feeds />
      ) : list === "blocked" ? (
        <Blocked />
      ) : (
        <PersonList key={`${list} ${address}`} side={list} address={address} />
      )}
    </>
  );
}

export default viewAt(/^((following|followers)(\/[^/]+)?|feeds|blocked)?$/, People);
