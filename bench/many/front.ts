import { spawn, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endChild, isListening } from "../../packages/node/test/support/child-process.ts";
import type { BenchFolder } from "../faults/support/bench-node.ts";

/** The reason why nginx can't run here, or null. */
export function findObstacle(): string | null {
  return spawnSync("nginx", ["-v"]).error ? "nginx is not installed (Debian: apt-get install nginx)" : null;
}

/** Starts nginx with HTTPS in front of web processes, which get the requests in turn. */
export async function startFront(
  { folder, files }: BenchFolder,
  { port, webPorts }: { port: number; webPorts: readonly number[] },
): Promise<AsyncDisposable> {
  const place = join(folder, `nginx-${port}`);
  await mkdir(place, { recursive: true });
  const config = join(place, "nginx.conf");
  await writeFile(
    config,
    `daemon off;
pid ${place}/nginx.pid;
worker_processes 1;
error_log ${place}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${place}/body;
  proxy_temp_path ${place}/proxy;
  fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
  upstream freehold {
    ${webPorts.map((web) => `server 127.0.0.1:${web} max_fails=0;`).join("\n    ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${files.cert};
    ssl_certificate_key ${files.key};
    client_max_body_size 0;
    proxy_request_buffering off;
    proxy_buffering off;
    proxy_read_timeout 300s;
    location / {
      proxy_pass http://freehold;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header Forwarded "";
    }
  }
}
`,
  );
  const child = spawn("nginx", ["-c", config, "-e", `${place}/error.log`], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const front = { [Symbol.asyncDispose]: () => endChild(child, "SIGTERM") };
  for (let left = 100; !(await isListening(port)); left -= 1) {
    if (left === 0 || child.exitCode !== null) throw new Error("nginx does not listen.");
    await pause(100);
  }
  return front;
}
