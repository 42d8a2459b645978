import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { useKeys } from "../../shell/keyboard.ts";
import { goTo, Link } from "../../shell/routes.tsx";
import { Blocked } from "./blocked.tsx";
import { Follow } from "./follow.tsx";
import { PersonList } from "./person-list.tsx";
import { usePeopleCounts } from "./use-people.ts";

const lists = ["following", "followers", "blocked"] as const;
type List = (typeof lists)[number];

/** Following, followers and blocked; `/people/follow` follows a node. */
export default function People({ rest: [asked, url] }: { rest: readonly string[] }): ReactElement {
  useKeys({ n: () => goTo("/people/follow") });
  if (asked === "follow") return <Follow key={url} url={url ?? ""} />;
  return <Lists list={lists.find((name) => name === asked) ?? "following"} />;
}

function Lists({ list }: { list: List }): ReactElement {
  const messages = useMessages();
  const { data: counts } = usePeopleCounts();
  return (
    <>
      <header className="view-head">
        <h1>{messages.views.people}</h1>
        <Link className="button" to="/people/follow">
          {messages.people.follow}
        </Link>
      </header>
      <Tabs
        label={messages.lists}
        path="/people"
        names={lists}
        current={list}
        texts={messages.people.tabs}
        counts={counts}
        formatCount={messages.people.count}
      />
      {list === "blocked" ? <Blocked /> : <PersonList key={list} side={list} />}
    </>
  );
}
