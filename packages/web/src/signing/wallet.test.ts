import { describe, expect, test, vi } from "vitest";
import { openAccount, signMessage, signTypedData } from "./account.ts";
import { askWallet, discoverWallets, type Provider, type Wallet } from "./wallets.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const signature = `0x${"ab".repeat(65)}`;

type Answers = Record<string, unknown | (() => unknown)>;

/** A wallet at the edge: what it answers to each method, or throws. */
function walletThat(answers: Answers): Wallet & { calls: { method: string; params?: unknown }[] } {
  const calls: { method: string; params?: unknown }[] = [];
  const all: Answers = {
    eth_requestAccounts: [address.toLowerCase()],
    eth_chainId: "0x1",
    eth_getCode: "0x",
    ...answers,
  };
  const provider: Provider = {
    async request(call) {
      calls.push(call);
      const answer = all[call.method];
      return typeof answer === "function" ? answer() : answer;
    },
  };
  return { id: "1", name: "A wallet", icon: null, provider, calls };
}

const refuse = (code: number) => () => {
  throw Object.assign(new Error("no"), { code });
};

describe("an account", () => {
  test("is the wallet's own address, on the chain that signatures name", async () => {
    const wallet = walletThat({ eth_chainId: "0x89", wallet_switchEthereumChain: null });
    expect((await openAccount(wallet)).address).toBe(address);
    expect(wallet.calls.find(({ method }) => method === "wallet_switchEthereumChain")?.params).toEqual([
      { chainId: "0x1" },
    ]);
  });

  test.each([
    ["refused", { eth_requestAccounts: refuse(4001) }],
    ["busy", { eth_requestAccounts: refuse(-32002) }],
    ["failed", { eth_requestAccounts: [] }],
    ["failed", { eth_requestAccounts: "nonsense" }],
    ["other-chain", { eth_chainId: "0x89", wallet_switchEthereumChain: refuse(4902) }],
    ["contract", { eth_getCode: "0x6080" }],
  ] as [string, Answers][])("%s", async (problem, answers) => {
    await expect(openAccount(walletThat(answers))).rejects.toMatchObject({ problem });
  });

  test("that delegates to code is no contract, and neither is one that the wallet can't look up", async () => {
    expect((await openAccount(walletThat({ eth_getCode: `0xef0100${"1".repeat(40)}` }))).address).toBe(
      address,
    );
    expect((await openAccount(walletThat({ eth_getCode: refuse(-32601) }))).address).toBe(address);
  });

  test("with another address than the wanted one is refused", async () => {
    const wanted = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    await expect(openAccount(walletThat({}), wanted)).rejects.toMatchObject({ problem: "other-account" });
  });
});

describe("a signature", () => {
  const typedData = {
    domain: { name: "epress world", version: "1", chainId: 1 },
    types: { Note: [{ name: "text", type: "string" }] },
    primaryType: "Note",
    message: { text: "x" },
  };

  test("is asked for at once, with the domain's type named", async () => {
    const wallet = walletThat({ eth_signTypedData_v4: signature });
    const asked = signTypedData({ wallet, address }, typedData as never);
    expect(wallet.calls).toHaveLength(1);
    expect(await asked).toBe(signature);
    const [by = "", json = ""] = (wallet.calls[0]?.params ?? []) as string[];
    expect(by).toBe(address);
    expect(JSON.parse(json).types.EIP712Domain).toContainEqual({ name: "chainId", type: "uint256" });
  });

  test("of a text is asked for over its bytes", async () => {
    const wallet = walletThat({ personal_sign: signature });
    expect(await signMessage({ wallet, address }, "né")).toBe(signature);
    expect(wallet.calls[0]?.params).toEqual(["0x6ec3a9", address]);
  });

  test.each([
    ["contract", `0x${"ab".repeat(200)}`],
    ["failed", "0x12"],
    ["failed", null],
  ])("%s", async (problem, answer) => {
    const wallet = walletThat({ personal_sign: answer });
    await expect(signMessage({ wallet, address }, "x")).rejects.toMatchObject({ problem });
  });

  test("that never comes times out", async () => {
    const { provider } = walletThat({ personal_sign: () => new Promise(() => {}) });
    await expect(askWallet(provider, "personal_sign", [], 5)).rejects.toMatchObject({ problem: "silent" });
  });
});

describe("wallets in a browser", () => {
  const announce = (page: EventTarget, uuid: unknown, provider: unknown) =>
    page.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", { detail: { info: { uuid, name: "W" }, provider } }),
    );

  test("are found as they announce themselves, each once", () => {
    const page = new EventTarget() as Window;
    const { provider } = walletThat({});
    page.addEventListener("eip6963:requestProvider", () => announce(page, "a", provider));
    const seen: string[][] = [];
    const stop = discoverWallets((wallets) => seen.push(wallets.map(({ id }) => id)), { page });
    announce(page, "a", provider);
    announce(page, 5, provider);
    announce(page, "b", {});
    announce(page, "c", provider);
    stop();
    announce(page, "d", provider);
    expect(seen).toEqual([["a"], ["a", "c"]]);
  });

  test("an older one is found in window.ethereum", async () => {
    const { provider } = walletThat({});
    const page = Object.assign(new EventTarget(), { ethereum: provider }) as unknown as Window;
    const seen = vi.fn();
    const stop = discoverWallets(seen, { page, announceMs: 1 });
    await vi.waitFor(() =>
      expect(seen).toHaveBeenCalledWith([expect.objectContaining({ id: "window.ethereum" })]),
    );
    stop();
  });
});
