import "../packages/node/test/support/load-modules.ts";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { commands } from "../packages/node/src/cli/commands.ts";
import { settings } from "../packages/node/src/config/settings.ts";
import { adaptService } from "./release/write-archive.ts";

const root = join(import.meta.dirname, "..");
const hosting = join(root, "examples/hosting");
const page = ["docs/hosting.md", "docs/many-machines.md"]
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n");
const files = readdirSync(hosting, { recursive: true, encoding: "utf8" })
  .filter((name) => statSync(join(hosting, name)).isFile())
  .map((name) => ({ name, text: readFileSync(join(hosting, name), "utf8") }));
const read = (name: string) => readFileSync(join(root, name), "utf8");
const dockerfile = read("Dockerfile");
const composeFiles = ["compose.yaml", "compose.postgres.yaml"];
const composed = composeFiles.map(read);
const unit = files.find(({ name }) => name === "freehold.service")?.text ?? "";

test("every setting that is named for a server is one", () => {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  const named = [page, dockerfile, ...composed, ...files.map(({ text }) => text)].flatMap(
    (text) => text.match(/\bFREEHOLD_[A-Z_]+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("systemd, a shell and Node read the settings of the page alike", () => {
  const lines = [...page.matchAll(/^```\n((?:[A-Z_]+=.*\n)+)```$/gm)].map(([, block = ""]) => block).join("");
  const names = [...lines.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  const show = `set -a; eval "$1"; for name in ${names.join(" ")}; do printenv "$name"; done`;
  const shown = execFileSync("sh", ["-c", show, "sh", lines], { encoding: "utf8" }).trim().split("\n");
  expect(shown).toEqual(names.map((name) => parseEnv(lines)[name]));
  expect(shown.filter((value) => value.includes("&"))).not.toEqual([]);
});

test("the pages lead to every file, and each stands there", () => {
  const linked = [...page.matchAll(/\]\(\.\.\/examples\/hosting\/([^)]+)\)/g)].map(([, name]) => name);
  expect(new Set(linked)).toEqual(new Set(files.map(({ name }) => name)));
});

test("the service runs what is in the repository, with the launcher's own flags", () => {
  const [, program = "", ...given] = /^ExecStart=(\S+) (.+) (\S+) start$/m.exec(unit) ?? [];
  const [flags = "", file = ""] = given;
  expect(existsSync(program.replace("/opt/freehold", root))).toBe(true);
  const [, variables = ""] = /^Environment=(MALLOC_.+)$/m.exec(unit) ?? [];
  const [first = ""] = read(file).split("\n", 1);
  expect(first).toBe(`#!/usr/bin/env -S ${variables} node ${flags}`);
  // Older kernels cut a longer one.
  expect(first.length).toBeLessThan(127);
  expect(dockerfile).toContain(`\nENV ${variables}\n`);
});

test("the service of an archive runs what is there", () => {
  const adapted = adaptService(unit);
  expect(adapted).toMatch(/^ExecStart=\/opt\/freehold\/bin\/freehold start$/m);
  expect(adapted).toContain("/opt/freehold (owned by root) and its own user:\n");
  expect(() => adaptService(unit.replace("# The Node from", "# Node from"))).toThrow();
});

test("a service that stops has longer than the node takes", () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(Number(seconds)).toBeGreaterThan(10);
  expect(unit).toMatch(/^KillMode=mixed$/m);
});

describe("the container", () => {
  const valueAt = (name: string) => new RegExp(`^${name} (.+)$`, "m").exec(dockerfile)?.[1] ?? "";

  test("its file has no fault, and each stage begins with the Node that the repository names", () => {
    expect(validate(dockerfile)).toEqual([]);
    const { devDependencies } = JSON.parse(read("package.json")) as {
      devDependencies: Record<string, string>;
    };
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const [image = "", ...others] = new Set(images);
    expect(image.split("@")[0]).toBe(`node:${devDependencies.node}-bookworm-slim`);
    expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    expect([images.length, others]).toEqual([2, []]);
    // Its digest is kept current by the same.
    expect(read(".github/dependabot.yml")).toContain("package-ecosystem: docker\n");
  });

  test("it holds what the lock names, and runs no script of a package", () => {
    expect(dockerfile).not.toMatch(/npm (?:i|install|exec)\b|npx/);
    expect(dockerfile.match(/npm ci .*/g)).toEqual([expect.stringContaining("--ignore-scripts")]);
    expect(dockerfile).toContain("RUN node scripts/release/write-program.ts /app/node_modules/freehold\n");
    const [, folder] = /"(\/\S+)\/bin\/freehold.js"/.exec(valueAt("ENTRYPOINT")) ?? [];
    expect(folder).toBe("/app/node_modules/freehold");
  });

  test("it starts the node with the launcher's own flags, as a user without rights", () => {
    const [program, ...args] = JSON.parse(valueAt("ENTRYPOINT")) as string[];
    const flags = read("packages/node/bin/freehold.js").split("\n", 1)[0]?.match(/--\S+/g);
    expect([program, ...args.slice(0, -1)]).toEqual(["node", ...(flags ?? [])]);
    expect(valueAt("USER")).toBe("node");
    expect(valueAt("STOPSIGNAL")).toBe("SIGTERM");
    expect(JSON.parse(valueAt("VOLUME"))).toEqual(["/data"]);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["node", .*\/livez/m);
  });

  test("Caddy's address is the one that the node believes, and the node's root is read-only", () => {
    const [plain = ""] = composed;
    const [, trusted = ""] = /FREEHOLD_TRUST_PROXY: (\S+)/.exec(plain) ?? [];
    expect(plain.split(/^ {2}caddy:$/m)[1]).toContain(`ipv4_address: ${trusted}\n`);
    expect(plain).toContain("    read_only: true\n");
  });

  test("the files for compose have the form of its specification, and no fault that its linter knows", () => {
    // Caddy is for everybody. A name would give volumes that exist another one. The rest is the order of keys.
    const off = ["no-unbound-port-interfaces", "require-project-name-field", "service-keys-order"];
    off.push("services-alphabetical-order", "top-level-properties-order");
    const rules = Object.fromEntries(off.map((rule) => [rule, 0 as const]));
    const quotes = { "require-quotes-in-ports": [1 as const, { quoteType: "double" }] as const };
    const linter = new DCLinter({ rules: { ...rules, ...quotes }, quiet: true, debug: false, exclude: [] });
    const results = linter.lintFiles(
      composeFiles.map((name) => join(root, name)),
      false,
    );
    expect(results).toHaveLength(2);
    expect(results.flatMap((result: { messages: object[] }) => result.messages)).toEqual([]);
  });
});

/** The fields of a manifest that this test reads. `scripts/check-kubernetes.ts` compares whole manifests with the schemas of Kubernetes. */
interface Resource {
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: Record<string, unknown> & { matchLabels?: object };
    template: { metadata: { labels: object }; spec: Pod };
  };
}
interface Pod {
  securityContext: object;
  containers: { name: string; args?: string[]; env?: object[]; envFrom: object[]; securityContext: object }[];
}

describe("the manifests for Kubernetes", () => {
  const manifests = files.filter(({ name }) => name.startsWith("kubernetes/"));
  const resources = manifests.flatMap(({ text }) =>
    parseAllDocuments(text).map((document) => document.toJS() as Resource),
  );
  const pods = resources.filter(({ kind }) => kind === "Deployment" || kind === "Job");

  test("every process runs without rights on a root that is never written, with the settings that are there", () => {
    expect(pods.map(({ metadata }) => metadata.name)).toEqual([
      "freehold-web",
      "freehold-worker",
      "freehold-migrate",
    ]);
    for (const { spec, metadata } of pods) {
      const { securityContext, containers } = spec.template.spec;
      expect(securityContext, metadata.name).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(containers).toHaveLength(1);
      const rights = {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      };
      const named = [{ configMapRef: { name: "freehold" } }, { secretRef: { name: "freehold" } }];
      expect(containers[0]).toMatchObject({ securityContext: rights, envFrom: named });
    }
  });

  test("the roles are roles, and the job runs a command", () => {
    const [web, worker, job] = pods.map(({ spec }) => spec.template.spec.containers[0]);
    expect(web?.env).toEqual([
      { name: "FREEHOLD_ROLE", value: "web" },
      { name: "FREEHOLD_DRAIN_MS", value: "5000" },
    ]);
    expect(worker?.env).toEqual([{ name: "FREEHOLD_ROLE", value: "worker" }]);
    expect(commands.map(({ name }) => name)).toContain(job?.args?.[0]);
  });

  test("what selects pods finds those of one deployment", () => {
    const selecting = resources.filter(({ spec }) => spec?.selector !== undefined);
    expect(selecting.map(({ kind }) => kind)).toHaveLength(5);
    for (const { kind, metadata, spec } of selecting) {
      const wanted = Object.entries(spec.selector?.matchLabels ?? spec.selector ?? {});
      const found = pods.filter(({ spec: { template } }) => {
        const labels = new Map(Object.entries(template.metadata.labels));
        return wanted.every(([name, value]) => labels.get(name) === value);
      });
      expect([kind, metadata.name, found.length]).toEqual([kind, metadata.name, 1]);
    }
  });
});

describe("the workflows", () => {
  const workflows = readdirSync(join(root, ".github/workflows")).map((name) =>
    read(`.github/workflows/${name}`),
  );

  test("run commands that the repository has, and actions of one commit", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const run = workflows.flatMap((text) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    );
    expect(run).toContain("release");
    expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
    const actions = workflows.flatMap((text) =>
      [...text.matchAll(/uses: (.+)$/gm)].map(([, name = ""]) => name),
    );
    expect(actions.filter((name) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  });
});
