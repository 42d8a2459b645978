import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { createForeign } from "./foreign.ts";
import { limits } from "./limits.ts";

const target = "https://t.example/";
const bytesOf = (text: string) => new TextEncoder().encode(text);
const page = (text: string, mediaType = "text/html") => ({
  page: { url: "https://a.example/", mediaType, charset: null, bytes: bytesOf(text) },
  targets: [target],
});
const good = page(`<a href="${target}">t</a>`);
const mention = { kind: "mention", authorName: "a.example", text: "" };
/** Its arrays take sixteen times its length. */
const large = page(`[${"[],".repeat(340_000)}0]`, "application/json");
/** The code of the reader alone needs up to 12 MiB. */
const littleMemory = 16 * 2 ** 20;
const unreadable = { code: "DOCUMENT_UNREADABLE" };
/** Those that read documents for this process. */
function countProcesses(): number {
  const lines = execFileSync("ps", ["-A", "-o", "ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes(program)).length;
}
const program = "read-document-program";

it("reads documents, and says where one has nothing", async () => {
  await using foreign = createForeign();
  expect(await foreign.read("mention", good, { from: "a.example" })).toMatchObject(mention);
  expect(await foreign.read("mention", page("<p>none</p>"), { from: "a.example" })).toBeNull();
  const endpoint = { page: page('<link rel="webmention" href="/x">').page, link: "" };
  expect(await foreign.read("endpoint", endpoint, { from: "a.example" })).toBe("https://a.example/x");
});

it("refuses a document that takes too much memory, and reads the next one", async () => {
  // On a busy machine it takes longer than it may.
  const unhurried = { ...limits, readMs: 60_000, readerStartMs: 60_000 };
  await using roomy = createForeign(unhurried);
  expect(await roomy.read("mention", large, { from: "a.example" })).toBeNull();
  await using foreign = createForeign({ ...unhurried, readerMemory: littleMemory });
  const read = [large, good, large, good].map((one) => foreign.read("mention", one, { from: "a.example" }));
  expect(await Promise.allSettled(read)).toMatchObject([
    { reason: unreadable },
    { value: mention },
    { reason: unreadable },
    { value: mention },
  ]);
});

it("refuses a document that takes too long, while this process goes on", async () => {
  await using foreign = createForeign({ ...limits, readMs: 20 });
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const read = () => foreign.read("mention", large, { from: "a.example" }).catch((error: unknown) => error);
  // On a busy machine it is not tried to its end.
  await expect.poll(read, { timeout: 30_000 }).toMatchObject(unreadable);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
});

it("gives sites their turns, and has the owner wait for no queue", async () => {
  await using foreign = createForeign();
  const order: string[] = [];
  const read = async (from: string, forOwner = false) => {
    await foreign.read("mention", good, { from, forOwner });
    order.push(forOwner ? "owner" : from);
  };
  // Both processes are there.
  await Promise.all([read("a.example"), read("a.example", true)]);
  order.splice(0);
  const many = Array.from({ length: 50 }, () => read("many.example"));
  await Promise.all([...many, read("one.example"), read("c.example", true)]);
  expect(order.indexOf("one.example")).toBeLessThan(5);
  expect(order.indexOf("owner")).toBeLessThan(25);
});

it("asks to come back where too many documents wait", async () => {
  await using foreign = createForeign();
  const read = Array.from({ length: limits.readersWaiting + 2 }, () =>
    foreign.read("mention", good, { from: "a.example" }),
  );
  const results = await Promise.allSettled(read);
  expect(results.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { code: "BUSY" } }]);
});

it("has a process only while there are documents", async () => {
  await using foreign = createForeign({ ...limits, readerIdleMs: 0 });
  expect(countProcesses()).toBe(0);
  const reading = foreign.read("mention", good, { from: "a.example" });
  await expect.poll(countProcesses).toBe(1);
  await reading;
  await expect.poll(countProcesses).toBe(0);
  await foreign.read("mention", good, { from: "a.example" });
});

it("says nothing about a document that was being read when the node ended", async () => {
  const foreign = createForeign();
  await foreign.read("mention", good, { from: "a.example" });
  const reading = [large, good].map((one) => foreign.read("mention", one, { from: "a.example" }));
  const results = Promise.allSettled(reading);
  await foreign[Symbol.asyncDispose]();
  expect(await results).toMatchObject([{ reason: { code: "BUSY" } }, { reason: { code: "BUSY" } }]);
  await expect(foreign.read("mention", good, { from: "a.example" })).rejects.toMatchObject({ code: "BUSY" });
});
