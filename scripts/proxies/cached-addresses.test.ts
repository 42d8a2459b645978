import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { expect, test } from "vitest";
import { createCertificateAuthority } from "../../packages/node/test/support/certificates.ts";
import { endChild } from "../../packages/node/test/support/child-process.ts";
import { freePort } from "../../packages/node/test/support/free-port.ts";
import { proxies } from "./proxies.ts";

const hash = `0x${"ab".repeat(32)}`;

function hasNginx(): boolean {
  try {
    execFileSync("nginx", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

// Debian's nginx is not on every machine.
test.skipIf(!hasNginx())(
  "nginx keeps contents, and nothing that only looks like contents to it",
  async () => {
    await using resources = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), "freehold-nginx-"));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    const { cert, key } = await (await createCertificateAuthority()).issue(["localhost"]);
    await writeFile(join(folder, "cert.pem"), cert);
    await writeFile(join(folder, "key.pem"), key);
    // It answers as the node does to what must not be kept, and counts.
    const asked: string[] = [];
    const node = createServer(({ url = "" }, response) => {
      asked.push(url);
      response.writeHead(200, { "cache-control": "private, no-store" }).end(url);
    });
    await once(node.listen(0, "127.0.0.1"), "listening");
    resources.defer(() => void node.close());
    const { port } = node.address() as AddressInfo;
    const front = await freePort();
    const proxy = proxies.nginx({ folder, ports: [port, port], front });
    resources.defer(() => endChild(proxy, "SIGTERM"));
    const pool = new Pool(`https://127.0.0.1:${front}`, { connect: { rejectUnauthorized: false } });
    resources.defer(() => pool.destroy());
    const read = async (path: string, headers: Record<string, string> = {}) => {
      const { body, statusCode } = await pool.request({
        method: "GET",
        path,
        headers: { host: "localhost", ...headers },
      });
      return [statusCode, await body.text()];
    };
    for (let tries = 0; tries < 100; tries += 1) {
      if (await read("/livez").catch(() => null)) break;
      await pause(50);
    }
    const countOf = async (path: string, headers: Record<string, string> = {}) => {
      asked.length = 0;
      for (let times = 0; times < 3; times += 1) await read(path, headers);
      return asked.length;
    };
    expect(await countOf(`/ewp/contents/${hash}`)).toBe(1);
    expect(await countOf(`/ewp/contents/${hash}?timestamp=1`)).toBe(1);
    expect(await countOf(`/ewp/contents/${hash}?timestamp=2`, { cookie: "freehold_session=x" })).toBe(3);
    for (const path of [
      `/console/..%2fewp/contents/${hash}`,
      `/console/..%2Fewp%2fcontents/${hash}`,
      `/console/%2e%2e/ewp/contents/${hash}`,
      `/console/../ewp/contents/${hash}`,
      `/api/./../ewp/contents/${hash}`,
      `//ewp/contents/${hash}`,
      `/%65wp/contents/${hash}`,
      `/ewp/contents/..%2fcontents/${hash}`,
      `/ewp/contents//${hash}`,
      `/console/..%2fewp/contents/${hash}?/ewp/contents/${hash}`,
    ]) {
      expect([path, await countOf(path)]).toEqual([path, 3]);
    }
  },
);
