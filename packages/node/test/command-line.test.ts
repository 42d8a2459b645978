import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freehold as program } from "./support/node-flags.ts";
import { openShell, readStartLine, type Shell } from "./support/shell.ts";

const KEY = "7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
const ADDRESS = "0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b";

let shell: Shell;
let folder: string;

beforeAll(async () => {
  shell = await openShell();
  folder = shell.folder;
  await writeFile(join(folder, "key"), `0x${KEY}\n`);
});
afterAll(() => shell[Symbol.asyncDispose]());

/** Runs a command in a process of its own: each command once, and where the process is what is tested. */
const freehold: Shell["run"] = (args, options) => shell.run(args, options);
/** Runs it in this process. */
const here: Shell["runHere"] = (args, options) => shell.runHere(args, options);
const atNode = (name: string) => ["--data", name];
/** The command line that sets up a node. */
const init = (name: string, ...more: string[]) => [
  "init",
  ...atNode(name),
  "--url",
  `https://${name}.example`,
  "--title",
  name,
  "--json",
  ...more,
];
const placeKeystore = (name: string) => shell.placeKeystore(name, Buffer.from(KEY, "hex"));

describe("freehold init", () => {
  it("makes a key, writes a keystore that only its user can read, and installs", async () => {
    const { code, json } = await freehold(init("fresh"));
    expect(code).toBe(0);
    const keystore = join(folder, "fresh", "keystore.json");
    expect(json()).toEqual({
      address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      url: "https://fresh.example",
      keystore,
    });
    expect((await stat(keystore)).mode & 0o777).toBe(0o600);
    const profile = await freehold(["profile", ...atNode("fresh"), "--json"]);
    expect(profile.json()).toMatchObject({ address: json().address, title: "fresh", ewpVersion: "1" });
  });

  it("makes a key whose words give the same node back, and shows them only with the password", async () => {
    await here(init("worded"));
    const { out, err, json } = await here(["key", "words", ...atNode("worded"), "--json"]);
    expect(json()).toMatchObject({ address: expect.stringMatching(/^0x/), words: expect.any(Array) });
    const { address, words } = json();
    expect(words).toHaveLength(24);
    expect([out.trim(), err]).toEqual([JSON.stringify({ address, words }), ""]);
    const again = await here([...init("again"), "--words"], { input: words.join("\n") });
    expect(again.json()).toMatchObject({ address });
    const kept = await here(["key", "words", ...atNode("again"), "--json"]);
    expect(kept.json()).toEqual({ address, words });
    const wrong = await here([...init("wrong"), "--words"], {
      input: words.with(4, "freeholding").join(" "),
    });
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining("Word 5 is not in the English list"),
    ]);
    expect(wrong.err).not.toContain("freeholding");
    expect((await here(["key", "words", ...atNode("wrong")])).code).toBe(1);
  });

  it("says that a key without words has none", async () => {
    await placeKeystore("wordless");
    const { code, err } = await here(["key", "words", ...atNode("wordless")]);
    expect([code, err]).toEqual([1, expect.stringContaining("This key has no recovery words")]);
  });

  it("gives a node without an address one on this machine, and says how to change it", async () => {
    const local = ["--private-key-file", "key", "--title", "Local", "--json"];
    await placeKeystore("local");
    const { code, json } = await here(["init", ...atNode("local"), ...local]);
    expect([code, json().url]).toEqual([0, "http://localhost:8543"]);
    const named = await here(["profile", "update", ...atNode("local"), "--title", "Here", "--json"]);
    expect(named.json()).toMatchObject({ title: "Here", url: "http://localhost:8543" });
    const moved = await here([
      "profile",
      "update",
      ...atNode("local"),
      "--url",
      "https://local.example",
      "--force",
      "--json",
    ]);
    expect(moved.json()).toMatchObject({ title: "Here", url: "https://local.example" });
  });

  it("signs an address in one spelling, and refuses one that no node can have with the reason", async () => {
    await placeKeystore("spelling");
    const refused = async (...command: string[]) => {
      const { code, err } = await here([...command, ...atNode("spelling")]);
      return [code, err] as const;
    };
    const init = ["--private-key-file", "key", "--title", "Spelling"];
    expect(await refused("init", ...init, "--url", "https://me.example/blog")).toEqual([
      2,
      expect.stringContaining("below the root of its host"),
    ]);
    const made = await here(["init", ...atNode("spelling"), ...init, "--url", "ME.Example/", "--json"]);
    expect(made.json().url).toBe("https://me.example");
    for (const [typed, reason] of [
      ["https://me.example/blog", "below the root of its host"],
      ["http://plain.example", "is plain http"],
      ["https://me.example/?a", "without user, query or fragment"],
      ["http://localhost:8543", "Only this machine reaches"],
    ] as const)
      expect([typed, ...(await refused("moved", typed, "--force"))]).toEqual([
        typed,
        2,
        expect.stringContaining(reason),
      ]);
    const updated = await refused("profile", "update", "--url", "https://me.example/blog", "--force");
    expect(updated).toEqual([1, expect.stringContaining("without a path")]);
    expect((await here(["profile", ...atNode("spelling"), "--json"])).json().url).toBe("https://me.example");
    const moved = await here(["moved", "https://NEW.example//", "--force", ...atNode("spelling"), "--json"]);
    expect(moved.json()).toMatchObject({ url: "https://new.example", before: "https://me.example" });
    expect(moved.err).toContain(
      "To be signed: this node moves from https://me.example to https://new.example.",
    );
  });

  it("takes over a key, and shows it nowhere", async () => {
    const { code, out, err, json } = await freehold(init("taken", "--private-key-file", "key"));
    expect([code, err]).toEqual([0, ""]);
    expect(json().address).toBe(ADDRESS);
    const written = await readFile(join(folder, "taken", "keystore.json"), "utf8");
    expect(written + out + err).not.toContain(KEY);
  });

  it("refuses a second time, whatever the key", async () => {
    for (const more of [[], ["--private-key-file", "key"]]) {
      const { code, out, err } = await here(init("taken", ...more));
      expect([code, out]).toEqual([1, ""]);
      expect(JSON.parse(err).error).toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining(ADDRESS),
      });
    }
  });

  it("continues from a keystore without an installation, and keeps the keystore of another key", async () => {
    await placeKeystore("half-installed");
    const keystore = join(folder, "half-installed", "keystore.json");
    const before = await readFile(keystore);
    await writeFile(join(folder, "other"), "1".repeat(64));
    const other = await here(init("half", "--keystore", keystore, "--private-key-file", "other"));
    expect(other.code).toBe(1);
    expect(JSON.parse(other.err).error.code).toBe("KEYSTORE_EXISTS");
    const same = await here(init("half", "--keystore", keystore));
    expect(same.code).toBe(0);
    expect(same.json().address).toBe(ADDRESS);
    expect(await readFile(keystore)).toEqual(before);
  });

  it("writes no keystore for what can't be installed", async () => {
    const { code } = await here(init("long", "--title", "x".repeat(300)));
    expect(code).toBe(1);
    await expect(stat(join(folder, "long", "keystore.json"))).rejects.toThrow();
    const reserved = await here(init("long", "--owner", ADDRESS));
    expect(JSON.parse(reserved.err).error.code).toBe("WRONG_KEY");
    await expect(stat(join(folder, "long", "keystore.json"))).rejects.toThrow();
  });

  it.each(["a", "password1234", "p4ssw0rdp4ssw0rd", "correct horse", "          "])(
    "takes no password that is easily guessed: '%s'",
    async (weak) => {
      await writeFile(join(folder, "weak"), `${weak}\n`);
      const run = await here(init("guessed", "--keystore-password-file", join(folder, "weak")));
      expect([run.code, JSON.parse(run.err).error.code]).toEqual([1, "PASSWORD_WEAK"]);
      await expect(stat(join(folder, "guessed", "keystore.json"))).rejects.toThrow();
    },
  );

  it("says what to set when it can't get a password", async () => {
    const run = await freehold(["init", ...atNode("mute"), "--url", "https://mute.example", "--title", "m"], {
      env: { FREEHOLD_KEYSTORE_PASSWORD_FILE: "" },
    });
    expect(run.code).toBe(2);
    expect(run.err).toContain("FREEHOLD_KEYSTORE_PASSWORD_FILE");
  });
});

describe("freehold publish, sign, timeline, outbox, profile", () => {
  const node = atNode("writer");
  beforeAll(async () => {
    await placeKeystore("writer");
    await here(init("writer", "--private-key-file", "key"));
    await writeFile(join(folder, "post.md"), "\ufeff# Hello\n\nFirst words.\n");
  });

  it("publishes a post, without the byte-order mark of its file", async () => {
    const { code, json } = await freehold(["publish", "post.md", "--slug", "hello", ...node, "--json"]);
    expect(code).toBe(0);
    const hash = `0x${createHash("sha256").update("# Hello\n\nFirst words.\n").digest("hex")}`;
    expect(json()).toEqual({
      id: 1,
      contentHash: hash,
      timestamp: expect.any(Number),
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
      slug: "hello",
      url: "https://writer.example/slug/hello",
    });
  });

  it("keeps a draft and a local file, and signs them later", async () => {
    const draft = await here(["publish", "-", "--draft", "--slug", "later", ...node, "--json"], {
      input: "Later.\n",
    });
    expect(draft.json()).toMatchObject({ timestamp: null, signature: null, slug: "later", url: null });
    const local = await freehold(["publish", "-", "--type", "file", "--local", ...node, "--json"], {
      input: Buffer.from([0, 1, 2]),
    });
    expect(local.json()).toMatchObject({
      timestamp: null,
      url: expect.stringMatching(/\/publications\/\d+$/),
    });
    const missing = await here(["sign", "later", "nonsense", ...node]);
    expect(missing.code).toBe(1);
    const signed = await freehold(["sign", "later", String(local.json().id), ...node, "--json"]);
    expect(signed.json()).toMatchObject([{ slug: "later" }, { id: local.json().id }]);
    expect(signed.json()[1].timestamp).toBeGreaterThanOrEqual(signed.json()[0].timestamp);
    expect((await here(["sign", "later", ...node])).code).toBe(1);
  });

  it("shows them, newest first", async () => {
    const { json } = await freehold(["timeline", ...node, "--json"]);
    expect(json().map(({ kind, slug }: { kind: string; slug: string }) => [kind, slug])).toEqual([
      ["FILE", null],
      ["POST", "later"],
      ["POST", "hello"],
    ]);
    expect(json()[2]).toMatchObject({
      state: "signed",
      publisherAddress: ADDRESS,
      publisher: "writer",
      publisherUrl: "https://writer.example",
      body: "# Hello\n\nFirst words.\n",
      mediaType: "text/markdown",
    });
    const people = await here(["timeline", "--limit", "1", "--from", "https://writer.example", ...node]);
    expect(people.out.trim().split("\n")).toHaveLength(2);
  });

  it("proves a file with its timeline entry, and finds what was changed", async () => {
    const { json } = await here(["timeline", ...node, "--json"]);
    await writeFile(join(folder, "proof.json"), JSON.stringify(json()[2]));
    const good = await freehold(["verify", "post.md", "proof.json"]);
    expect([good.code, good.out.trim().split("\n").length]).toEqual([0, 6]);
    expect(good.out).toMatch(
      /^Valid\. 0x\w+ signed exactly this content\.\nok {2}bytes +0x.*\n.*\n.*\n.*as stated by the signer/,
    );
    await writeFile(join(folder, "forged.md"), "# Hello\n\nOther words.\n");
    const forged = await here(["verify", "forged.md", "proof.json", "--json"]);
    expect(forged.code).toBe(1);
    expect(forged.json()).toMatchObject({ verdict: "invalid", checked: 5, failed: 1, ok: false });
    const { contentHash, publisherAddress, timestamp, signature } = json()[2];
    const proof = JSON.stringify({ contentHash, publisherAddress, timestamp, signature });
    const whole = { input: `# Hello\n\nFirst words.\n\n\n<!-- proof\n${proof}\n-->` };
    expect((await here(["verify", "-", "--json"], whole)).json()).toMatchObject({
      verdict: "valid",
      proof: { contentHash, publisherAddress, timestamp, signature },
    });
    const alone = await here(["verify", "proof.json"]);
    expect([alone.code, alone.out.split("\n")[0]]).toEqual([0, expect.stringMatching(/^Valid/)]);
    await writeFile(join(folder, "only.json"), proof);
    const open = await here(["verify", "only.json"]);
    expect([open.code, open.out]).toEqual([
      1,
      expect.stringMatching(/^Not everything could be verified: the content/),
    ]);
    await writeFile(
      join(folder, "later.json"),
      JSON.stringify({ ...json()[2], timestamp: json()[2].timestamp + 1 }),
    );
    expect((await here(["verify", "post.md", "later.json", "--json"])).json()).toMatchObject({
      failed: 1,
    });
  });

  it("refuses what is too large before it reads it, and names the setting", async () => {
    await writeFile(join(folder, "large.bin"), "");
    await truncate(join(folder, "large.bin"), 1024 ** 3);
    const { code, err } = await here(["publish", "large.bin", ...node]);
    expect(code).toBe(1);
    expect(err).toContain("FREEHOLD_MAX_CONTENT_BYTES=104857600");
    const piped = await here(["publish", "-", "--type", "file", "--max-content-bytes", "3", ...node], {
      input: "four",
    });
    expect([piped.code, piped.err]).toEqual([1, expect.stringContaining("FREEHOLD_MAX_CONTENT_BYTES=3")]);
  });

  it.each([
    [["publish", "no-such-file"], 1, /no-such-file: there is no such file/],
    [["publish", "."], 1, /folder/],
    [["publish", "post.md", "--slug", "hello"], 1, /already used/],
    [["publish", "post.md", "--slug", "a b"], 1, /slug/],
    [["publish", "post.md", "--type", "poem"], 2, /post or file/],
    [["timeline", "--from", "bob"], 2, /neither/],
    [["unfollow", "https://bob.example"], 1, /freehold peers/],
    [["outbox", "--retry", "7"], 1, /7/],
  ])("answers %j with exit code %i", async (args, expected, sentence) => {
    const { code, out, err } = await here([...args, ...node]);
    expect([code, out]).toEqual([expected, ""]);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it("says that the node is read-only, with exit code 1 and no stack", async () => {
    const { code, err } = await freehold(["publish", "post.md", ...node, "--json"], {
      env: { FREEHOLD_READ_ONLY: "true" },
    });
    expect(code).toBe(1);
    expect(JSON.parse(err).error).toEqual({
      code: "READ_ONLY",
      message: expect.stringContaining("FREEHOLD_READ_ONLY"),
    });
  });

  it("refuses a wrong password, and leaves nothing behind", async () => {
    await writeFile(join(folder, "wrong-password"), "incorrect\n");
    const env = { FREEHOLD_KEYSTORE_PASSWORD_FILE: join(folder, "wrong-password") };
    const { code, err } = await here(["publish", "post.md", ...node], { env });
    expect([code, err]).toEqual([1, expect.stringContaining("password")]);
    expect((await here(["timeline", ...node, "--json"])).json()).toHaveLength(3);
  });

  it("promises no mail that can't be sent, and calls a wrong argument by its name before anything else", async () => {
    const added = await here(["subscribers", "add", "bea@example.org", ...node]);
    expect(added).toMatchObject({ code: 0 });
    expect(added.out).toContain("bea@example.org was added. Nothing is sent yet: ");
    expect(added.out).not.toContain("gets new posts");
    for (const [args, said] of [
      [["blocks", "add", "xyz"], '"xyz" is not an Ethereum address.'],
      [["follow", "nope"], "This is not an https:// address of a node."],
      [["publish", "--tags", "x"], "Unknown option --tags. See freehold publish --help."],
    ] as const) {
      const refused = await here([...args, ...node]);
      expect(refused.code).toBeGreaterThan(0);
      expect(refused.err).toContain(said);
    }
    expect((await here(["blocks", "list", ...node, "--json"])).json()).toEqual([]);
  });

  it("has an empty outbox before there are followers", async () => {
    expect((await freehold(["peers", ...node, "--json"])).json()).toEqual([]);
    expect((await freehold(["outbox", ...node, "--json"])).json()).toEqual([]);
    expect((await here(["outbox", ...node])).out).toBe("0 waiting, 0 delivered, 0 refused, 0 gave up.\n");
  });

  it("updates the profile, twice in one second", async () => {
    const first = await freehold([
      "profile",
      "update",
      "--title",
      "Writer",
      "--description",
      "Words",
      ...node,
      "--json",
    ]);
    const second = await here(["profile", "update", "--description", "", ...node, "--json"]);
    expect(second.json()).toMatchObject({ title: "Writer", description: null, recipients: 0 });
    expect(second.json().updatedAt > first.json().updatedAt).toBe(true);
    expect((await here(["profile", "broadcast", ...node])).code).toBe(0);
  });

  it("needs an installed node", async () => {
    const { code, err } = await here(["timeline", ...atNode("empty"), "--json"]);
    expect([code, JSON.parse(err).error.code]).toEqual([1, "NOT_INSTALLED"]);
  });
});

describe("freehold start", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "answers, sees what the command line does, and stops at %s",
    async (signal) => {
      const child = shell.launch(["start", "--port", "0", "--json", ...atNode("writer")]);
      const { url, installed } = await readStartLine(child);
      expect(installed).toBe(true);
      await here(["publish", "post.md", ...atNode("writer")]);
      const index = await (await fetch(`${url}/ewp/publications`)).json();
      expect(index.data.length).toBeGreaterThanOrEqual(4);
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([0, null]);
    },
  );

  it.each<[string, Record<string, string>, RegExp]>([
    ["on this machine", {}, /^http:\/\/localhost:\d+\/install#code=([0-9a-f]{64})$/],
    [
      "at the configured address, also where the owner is configured",
      { FREEHOLD_URL: "https://me.example", FREEHOLD_OWNER: ADDRESS },
      /^https:\/\/me\.example\/install#code=([0-9a-f]{64})$/,
    ],
  ])(
    "says as a service in one line of JSON the link to the installer %s, and logs it nowhere",
    async (_where, env, link) => {
      const node = Object.keys(env).length === 0 ? "new" : "new-and-public";
      const child = shell.launch(["start", "--port", "0", "--log-level", "trace", ...atNode(node)], env);
      let logged = "";
      child.stderr?.on("data", (chunk) => {
        logged += chunk;
      });
      let out = "";
      for await (const chunk of child.stdout ?? []) {
        out += chunk;
        if (out.includes("\n")) child.kill("SIGTERM");
      }
      const { url, setupCode, setupLink } = JSON.parse(out);
      expect(url).toMatch(/^http:\/\/localhost:\d+$/);
      const code = (await readFile(join(folder, node, "setup-code"), "utf8")).trim();
      expect([setupCode, link.exec(setupLink)?.[1]]).toEqual([code, code]);
      expect(logged).toContain("listening");
      for (const line of logged.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
      expect(logged).not.toContain(code);
    },
  );

  it("says on a terminal what a person needs, without lines of the log", async () => {
    const command = `${process.execPath} ${program} start --port 0 --data on-a-terminal`;
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: folder,
      env: { PATH: process.env.PATH, NO_COLOR: "1", SHELL: "/bin/sh" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    for await (const chunk of child.stdout) {
      out += chunk;
      if (out.includes("freehold init")) child.kill("SIGTERM");
    }
    expect(out.trimStart()).toMatch(/^Freehold listens on http:\/\/localhost:\d+\r\n/);
    expect(out).not.toMatch(/listening|brought up to date|\binfo\b/);
  });

  it("has its tables brought up to date beforehand", async () => {
    const first = await freehold(["migrate-tables", ...atNode("prepared"), "--json"]);
    const { applied } = first.json();
    expect([first.code, applied[0], applied.length > 5]).toEqual([0, "0001-start", true]);
    const again = await here(["migrate-tables", ...atNode("prepared")]);
    expect([again.code, again.out]).toEqual([0, "The tables are already up to date.\n"]);
  });

  it("says that a port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const second = await freehold([
      "start",
      "--port",
      String(port),
      "--log-level",
      "silent",
      ...atNode("fresh"),
    ]);
    other.close();
    expect([second.code, JSON.parse(second.err).error.message]).toEqual([
      1,
      expect.stringContaining("the port is in use"),
    ]);
  });
});
