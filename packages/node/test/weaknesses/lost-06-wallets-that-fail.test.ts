import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openVisit } from "../support/browser.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";
import { createWallet } from "../support/wallet.ts";

const key = new Uint8Array(32).fill(7);
const wallet = createWallet(key);

let network: TestNetwork;
let node: TestNode;
let browser: Browser;
beforeAll(async () => {
  network = await createTestNetwork();
  node = await network.start({ title: "Ada", privateKey: Buffer.from(key).toString("hex") });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await network?.[Symbol.asyncDispose]();
});

/** What a wallet answers to a method: a value, the code of an error, or nothing, ever. */
type Answer = { value: unknown } | { code: number } | "silence";

interface FakeWallet {
  name: string;
  answers: Record<string, Answer>;
}

/** A call as the page made it, and whether it came straight out of a touch. */
interface Call {
  wallet: string;
  method: string;
  params: unknown;
  isInTouch: boolean;
}

const well: Record<string, Answer> = {
  eth_requestAccounts: { value: [wallet.address.toLowerCase()] },
  eth_chainId: { value: "0x1" },
  eth_getCode: { value: "0x" },
};

/** The sign-in page of the console, in a browser with these wallets. */
async function openSignIn(
  wallets: FakeWallet[],
): Promise<{ page: Page; calls: Call[]; visit: BrowserContext }> {
  const visit = await openVisit(browser);
  const calls: Call[] = [];
  await visit.exposeFunction("noteCall", (call: Call) => void calls.push(call));
  await visit.exposeFunction("signText", (hex: string) =>
    wallet.signMessage(Buffer.from(hex.slice(2), "hex").toString("utf8")),
  );
  await visit.addInitScript(putWallets, wallets);
  const page = await visit.newPage();
  await page.clock.install();
  await page.goto(`${node.url}/console`);
  await page.getByRole("button", { name: wallets[0]?.name ?? "" }).waitFor();
  return { page, calls, visit };
}

/** Runs in the page: each wallet announces itself by EIP-6963, and answers what the test says. */
function putWallets(wallets: FakeWallet[]): void {
  const { noteCall, signText } = globalThis as unknown as {
    noteCall(call: Call): void;
    signText(hex: string): Promise<string>;
  };
  const announce = () => {
    for (const [index, { name, answers }] of wallets.entries()) {
      const request = async ({ method, params }: { method: string; params?: unknown }) => {
        // `event` is there only while a listener of it runs: nothing was awaited since the touch.
        noteCall({ wallet: name, method, params: params ?? null, isInTouch: window.event?.type === "click" });
        const answer = answers[method];
        if (answer === "silence") return await new Promise(() => {});
        if (answer && "value" in answer) return answer.value;
        if (method === "personal_sign" && !answer) return await signText((params as string[])[0] ?? "");
        throw Object.assign(new Error(`no ${method}`), { code: answer?.code ?? -32601 });
      };
      const detail = Object.freeze({
        info: { uuid: `wallet-${index}`, name, icon: "", rdns: "test" },
        provider: { request, on() {}, removeListener() {} },
      });
      globalThis.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    }
  };
  globalThis.addEventListener("eip6963:requestProvider", announce);
  announce();
}

const said = (page: Page) => page.getByRole("status").textContent();

describe("a correct wallet", () => {
  it("signs, with each prompt directly after a click", async () => {
    const { page, calls, visit } = await openSignIn([{ name: "Good Wallet", answers: well }]);
    await page.getByRole("button", { name: "Good Wallet" }).click();
    await page.getByRole("button", { name: "Sign in with Good Wallet" }).click();
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    const prompts = calls.filter(
      ({ method }) => method === "eth_requestAccounts" || method === "personal_sign",
    );
    expect(prompts.map(({ method, isInTouch }) => [method, isInTouch])).toEqual([
      ["eth_requestAccounts", true],
      ["personal_sign", true],
    ]);
    await visit.close();
  });
});

describe("the wrong chain", () => {
  const elsewhere = { ...well, eth_chainId: { value: "0x89" } };

  it("is switched before anything is signed", async () => {
    const answers = { ...elsewhere, wallet_switchEthereumChain: { value: null } };
    const { page, calls, visit } = await openSignIn([{ name: "Roaming Wallet", answers }]);
    await page.getByRole("button", { name: "Roaming Wallet" }).click();
    await page.getByRole("button", { name: "Sign in with Roaming Wallet" }).waitFor();
    expect(calls.find(({ method }) => method === "wallet_switchEthereumChain")?.params).toEqual([
      { chainId: "0x1" },
    ]);
    expect(calls.map(({ method }) => method)).not.toContain("personal_sign");
    await visit.close();
  });

  it("that stays is reported, and nothing is signed", async () => {
    const answers = { ...elsewhere, wallet_switchEthereumChain: { code: 4001 } };
    const { page, calls, visit } = await openSignIn([{ name: "Stubborn Wallet", answers }]);
    await page.getByRole("button", { name: "Stubborn Wallet" }).click();
    await expect.poll(() => said(page)).toMatch(/another network/);
    expect(calls.map(({ method }) => method)).not.toContain("personal_sign");
    await visit.close();
  });
});

describe("a wallet that hangs", () => {
  it.each(["eth_requestAccounts", "personal_sign"])(
    "at %s is given up after a minute, with a message",
    async (method) => {
      const { page, visit } = await openSignIn([
        { name: "Still Wallet", answers: { ...well, [method]: "silence" } },
      ]);
      await page.getByRole("button", { name: "Still Wallet" }).click();
      if (method === "personal_sign")
        await page.getByRole("button", { name: "Sign in with Still Wallet" }).click();
      await expect.poll(() => said(page)).toMatch(/Confirm in your wallet/);
      await page.clock.fastForward(61_000);
      await expect.poll(() => said(page)).toMatch(/not responded for a minute/);
      expect(await page.getByRole("button", { name: "Still Wallet" }).isEnabled()).toBe(true);
      await visit.close();
    },
  );
});

it("of three wallets each is listed, and the selected one is asked", async () => {
  const three = ["First Wallet", "Second Wallet", "Third Wallet"].map((name) => ({ name, answers: well }));
  const { page, calls, visit } = await openSignIn(three);
  for (const { name } of three) expect(await page.getByRole("button", { name }).count()).toBe(1);
  await page.getByRole("button", { name: "Second Wallet" }).click();
  await page.getByRole("button", { name: "Sign in with Second Wallet" }).waitFor();
  expect([...new Set(calls.map((call) => call.wallet))]).toEqual(["Second Wallet"]);
  await visit.close();
});

describe("a signature that no peer can check", () => {
  it("is refused at sign-in: a contract's address", async () => {
    const answers = { ...well, eth_getCode: { value: "0x6080604052" } };
    const { page, calls, visit } = await openSignIn([{ name: "Contract Wallet", answers }]);
    await page.getByRole("button", { name: "Contract Wallet" }).click();
    await expect.poll(() => said(page)).toMatch(/is a contract/);
    expect(calls.map(({ method }) => method)).not.toContain("personal_sign");
    await visit.close();
  });

  it("is detected by its form where the wallet can't say", async () => {
    const answers: Record<string, Answer> = {
      ...well,
      eth_getCode: { code: -32601 },
      personal_sign: { value: `0x${"ab".repeat(97)}` },
    };
    const { page, visit } = await openSignIn([{ name: "Quiet Contract", answers }]);
    await page.getByRole("button", { name: "Quiet Contract" }).click();
    await page.getByRole("button", { name: "Sign in with Quiet Contract" }).click();
    await expect.poll(() => said(page)).toMatch(/is a contract/);
    await visit.close();
  });
});

it("a wallet that refuses is asked again after the next click", async () => {
  const answers = { ...well, personal_sign: { code: 4001 } };
  const { page, calls, visit } = await openSignIn([{ name: "Careful Wallet", answers }]);
  await page.getByRole("button", { name: "Careful Wallet" }).click();
  for (const time of [1, 2]) {
    await page.getByRole("button", { name: "Sign in with Careful Wallet" }).click();
    await expect.poll(() => said(page)).toMatch(/You declined/);
    expect(calls.filter(({ method }) => method === "personal_sign")).toHaveLength(time);
  }
  await visit.close();
});
