import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Tabs } from "../../components/tabs.tsx";
import { MailTroubleNote } from "./mail-trouble.tsx";
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
      <Tabs
        label={messages.views.delivery}
        look="pills"
        path="/posts/delivery"
        names={tabs}
        current={tab}
        texts={messages.delivery.tabs}
        counts={counts}
        formatCount={messages.delivery.count}
      />
      {tab !== "posts" && <MailTroubleNote />}
      {tab === "posts" ? <SignedPosts /> : <OutboxList key={tab} state={tab} count={counts?.[tab] ?? null} />}
    </>
  );
}
