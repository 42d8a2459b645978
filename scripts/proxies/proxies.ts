import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { configure, type Proxied } from "./node-group.ts";

/** Checks the configuration of this repository with a proxy of Debian, and starts the proxy in front of a group. */
export type StartProxy = (group: Proxied) => ChildProcess;

export const proxies: Readonly<Record<"nginx" | "haproxy" | "caddy", StartProxy>> = {
  nginx(group) {
    const { folder, front } = group;
    const site = configure("nginx.conf", group)
      .replace(/listen 80;\n {2}listen \[::\]:80;/, "listen 127.0.0.1:0;")
      .replace(
        /listen 443 ssl http2;\n {2}listen \[::\]:443 ssl http2;/,
        `listen 127.0.0.1:${front} ssl http2;`,
      )
      // A free port.
      .replace(/server \{\n {2}listen 127\.0\.0\.1:0;[^}]*\}\n/, "");
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${join(folder, `nginx-${name}`)};`)
      .join("\n");
    // Its workers must be able to write into the temporary folder.
    const { uid, username } = userInfo();
    const text = `${uid === 0 ? `user ${username};` : ""}
worker_processes 1;
pid ${join(folder, "nginx.pid")};
error_log ${join(folder, "nginx.log")};
daemon off;
events { worker_connections 4096; }
http {
access_log off;
${temporary}
${site}
}
`;
    const file = write(folder, "nginx.conf", text);
    execFileSync("nginx", ["-t", "-q", "-c", file]);
    return run("nginx", ["-c", file]);
  },

  haproxy(group) {
    const { folder, front } = group;
    const text = configure("haproxy.cfg", group)
      .replace("maxconn 50000", "maxconn 4000")
      .replace("  bind :80\n", "")
      .replace("bind :443", `bind 127.0.0.1:${front}`);
    const file = write(folder, "haproxy.cfg", text);
    execFileSync("haproxy", ["-c", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
    return run("haproxy", ["-f", file]);
  },

  caddy(group) {
    const { folder, front } = group;
    const tls = `tls ${join(folder, "cert.pem")} ${join(folder, "key.pem")}`;
    const text = configure("Caddyfile", group).replace(
      "\nlocalhost {\n",
      `\nlocalhost:${front} {\n\t${tls}\n`,
    );
    const options = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n";
    const file = write(folder, "Caddyfile", options + text);
    const args = ["--config", file, "--adapter", "caddyfile"];
    execFileSync("caddy", ["validate", ...args], { stdio: ["ignore", "ignore", "pipe"] });
    return run("caddy", ["run", ...args]);
  },
};

function write(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function run(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: "ignore" });
}
