import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Link } from "../../shell/routes.tsx";
import { OutboxList } from "./outbox-list.tsx";
import { PostDelivery } from "./post-delivery.tsx";
import { SignedPosts } from "./signed-posts.tsx";
import { useOutboxCounts } from "./use-outbox.ts";
import "./delivery.css";

const tabs = ["pending", "refused", "expired", "posts"] as const;

/** Deliveries to other nodes: waiting, refused, given up, and by post. */
export default function DeliveryView({ rest: [asked] }: { rest: readonly string[] }): ReactElement {
  if (asked !== undefined && /^\d+$/.test(asked)) return <PostDelivery key={asked} id={asked} />;
  return <Lists tab={tabs.find((name) => name === asked) ?? "pending"} />;
}

function Lists({ tab }: { tab: (typeof tabs)[number] }): ReactElement {
  const messages = useMessages();
  const counts = useOutboxCounts();
  return (
    <>
      <h1>{messages.views.delivery}</h1>
      <nav className="tabs" aria-label={messages.delivery.lists}>
        {tabs.map((name) => {
          const value = name === "posts" ? 0 : (counts?.[name] ?? 0);
          return (
            <Link key={name} to={`/delivery/${name}`} aria-current={name === tab ? "true" : undefined}>
              {messages.delivery.tabs[name]}
              {value > 0 && <small>{messages.delivery.count(value)}</small>}
            </Link>
          );
        })}
      </nav>
      {tab === "posts" ? <SignedPosts /> : <OutboxList key={tab} state={tab} count={counts?.[tab] ?? null} />}
    </>
  );
}
