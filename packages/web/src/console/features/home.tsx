import type { ReactElement } from "react";
import { useMessages } from "../../messages/console/use-messages.ts";
import { LoadBoundary, lazyView } from "../components/load-boundary.tsx";
import { Tabs } from "../components/tabs.tsx";
import { checklistQuery } from "../first-reads.ts";
import { useData } from "../queries.ts";
import { Link } from "../shell/routes.tsx";
import { usePageTitle } from "../shell/shell-context.ts";
import { Checklist } from "./checklist.tsx";
import { Timeline } from "./timeline/timeline.tsx";

const People = lazyView(() => import("./people/people.tsx"));
const Follow = lazyView(() => import("./people/follow.tsx"));

const ReadsSummary = lazyView(() => import("./reads-summary.tsx"));
const ReadLater = lazyView(() => import("./feeds/read-later.tsx"));

const WordsReminder = lazyView(() => import("./words-reminder.tsx"));

/** Whether this browser knows recovery words that were not checked (`words-check.ts`). */
const remindsOfWords = () => /:"(open|later)"/.test(localStorage.getItem("freehold:words-check") ?? "");

export const NotFound = lazyView(() => import("./not-found.tsx"));

const tabs = ["reading", "later", "people"] as const;

/** The first view: the owner's timeline (`/home`, `/home/of/0x…` for one publisher), and the people in it. */
export function Home({ rest }: { rest: readonly string[] }): ReactElement {
  const isView = /^(reading|of\/[^/]+|later(\/done)?|people(\/.*)?)?$/.test(rest.join("/"));
  return isView ? <HomeView rest={rest} /> : <NotFound />;
}

function HomeView({ rest }: { rest: readonly string[] }): ReactElement {
  const messages = useMessages();
  const [first, second, url] = rest;
  const isPeople = first === "people";
  const isFollow = isPeople && second === "follow";
  const current = isPeople || first === "later" ? first : "reading";
  const { views, homeTabs } = messages;
  usePageTitle(
    isFollow
      ? homeTabs.follow
      : { reading: views.home, later: homeTabs.later, people: views.people }[current],
  );
  if (isFollow) return <Follow key={url} url={url ?? ""} />;
  return (
    <>
      <header className="view-head">
        <h1>{messages.views.home}</h1>
        <Link className="button plain" to="/home/people/follow">
          {messages.homeTabs.follow}
        </Link>
      </header>
      <Tabs
        label={messages.views.home}
        path="/home"
        names={tabs}
        current={current}
        texts={messages.homeTabs}
      />
      <LoadBoundary key={String(isPeople)}>
        {isPeople ? (
          <People rest={rest.slice(1)} />
        ) : current === "later" ? (
          <ReadLater isDone={second === "done"} />
        ) : (
          <>
            {first === undefined && remindsOfWords() && (
              <LoadBoundary fallback={null} isQuiet={true}>
                <WordsReminder />
              </LoadBoundary>
            )}
            {first === undefined && <FirstLines />}
            <Timeline key={second} of={second} />
          </>
        )}
      </LoadBoundary>
    </>
  );
}

/** The first steps of a new site, and how often it was read. */
function FirstLines(): ReactElement {
  const { data, isLoading } = useData(["checklist"], checklistQuery, {}, { staleTime: 30_000 });
  const { areCounted = false, days = [] } = data?.reads ?? {};
  // The timeline waits for the lines above it.
  if (isLoading) return <p className="skeleton" aria-busy="true" />;
  return (
    <>
      <Checklist />
      {areCounted && days.some((reads) => reads > 0) && (
        <LoadBoundary isQuiet fallback={<div className="reads-line" />}>
          <ReadsSummary days={days} />
        </LoadBoundary>
      )}
    </>
  );
}
