import { msg, type Sentence } from "../errors/errors.ts";
import type { Config, Environment, SettingFlags } from "./config.ts";
import { settingNames, settings } from "./settings.ts";

/** Settings that are allowed and probably a mistake, a sentence each. */
export function findConfigWarnings(config: Config, env: Environment, flags: SettingFlags = {}): Sentence[] {
  const known = new Set<string>(settingNames.map((name) => settings[name].variable));
  const warnings = Object.keys(env)
    .filter((variable) => variable.startsWith("FREEHOLD_") && !known.has(variable))
    .map((variable) => msg`${variable} is not a setting of Freehold and is ignored.`);
  if (config.url?.startsWith("http:")) {
    warnings.push(
      msg`FREEHOLD_URL is plain http on this machine: you can try things out, but no other site can follow it.`,
    );
  }
  if (config.allowPrivatePeers) {
    warnings.push(
      msg`FREEHOLD_ALLOW_PRIVATE_PEERS is on: other sites can make this node call addresses inside your network.`,
    );
  }
  if (flags["database-url"] && /:\/\/[^/@:]*:[^/@]*@/.test(flags["database-url"])) {
    warnings.push(
      msg`All users of this machine can see the password in --database-url. Use DATABASE_URL instead.`,
    );
  }
  if (config.s3?.endpoint.startsWith("http:")) {
    warnings.push(msg`S3_URL is plain http: others on the network can read and change every file.`);
  }
  if (flags["s3-url"] && /:\/\/[^/@:]*:[^/@]*@/.test(flags["s3-url"])) {
    warnings.push(msg`All users of this machine can see the secret in --s3-url. Use S3_URL instead.`);
  }
  return warnings;
}
