import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../context.ts";

// Words of up to 53 bytes in a message.
const wordsPerMessage = 100;

/**
 * Shares the visitors between all processes of a node, in memory only: each process notifies the others of a heartbeat
 * (`+ADDRESS:MS ago`) and of an end (`-ADDRESS`). A process that begins to listen asks (`?`), and the others send it all visitors.
 *
 * @returns a function that ends it
 */
export function shareVisitors({
  visitors,
  events,
  store,
  clock,
}: Pick<Context, "visitors" | "events" | "store" | "clock">): () => Promise<void> {
  /** The pending message of each visitor, at most one for each visitor. */
  const news = new Map<Address, string>();
  let telling: Promise<void> | null = null;

  const note = (address: Address, word: string) => {
    news.delete(address);
    news.set(address, word);
    const [oldest] = news.keys();
    if (news.size > visitors.limit && oldest !== undefined) news.delete(oldest);
    telling ??= tellAll().finally(() => {
      telling = null;
    });
  };
  const tellAll = async () => {
    while (news.size > 0) {
      const some = [...news].slice(0, wordsPerMessage);
      for (const [address] of some) news.delete(address);
      await store.tell(some.map(([, word]) => word).join(" "));
    }
  };
  const onSeen = ({ address }: { address: Address }) => note(address, `+${address}:0`);
  const onLeft = ({ address }: { address: Address }) => note(address, `-${address}`);
  const hear = (word: string) => {
    const { what, who, age } =
      /^(?<what>[+-])(?<who>0x[0-9a-fA-F]{40})(:(?<age>\d{1,9}))?$/.exec(word)?.groups ?? {};
    const address = parseAddress(who);
    if (!address) return;
    if (what === "-") visitors.remove(address);
    else visitors.learn({ address, lastActive: clock.now() - Number(age ?? 0) });
  };
  const tellOfEverybody = () => {
    const now = clock.now();
    for (const { address, lastActive } of visitors.list().reverse())
      note(address, `+${address}:${Math.max(now - lastActive, 0)}`);
  };
  const stopHearing = store.onTold((message) => {
    if (message === null) void store.tell("?");
    else if (message === "?") tellOfEverybody();
    else for (const word of message.split(" ")) hear(word);
  });
  events.on("visitor.seen", onSeen).on("visitor.left", onLeft);
  return async () => {
    stopHearing();
    events.off("visitor.seen", onSeen).off("visitor.left", onLeft);
    await telling;
  };
}
