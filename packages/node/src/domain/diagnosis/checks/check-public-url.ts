import { sameNodeUrl } from "@freehold/protocol";
import { type Check, failed, ok, skipped, warning } from "../check.ts";
import { isForOthers } from "../examination.ts";
import { say } from "../sentence.ts";

export const checkPublicUrl: Check = {
  id: "configuration.public-url",
  area: "configuration",
  about: "The public address: whether it is https, and the one under which other nodes know this one",
  warns:
    "`FREEHOLD_URL` is another address than the one that other nodes know, or only this machine can use it",
  fails: "the address that other nodes know can't be called by them",
  needs: [],
  beforeOwner: true,
  timeLimitMs: 5_000,
  async look({ config, own, publicUrl }) {
    if (publicUrl === null) {
      return skipped(
        say`The node has no public address yet: FREEHOLD_URL is not set, and it is not installed.`,
      );
    }
    if (!isForOthers(publicUrl)) {
      const finding = say`${publicUrl} is for this machine alone: no other node can reach it.`;
      const advice = say`Once the node is reachable by https, run \`freehold profile update --url https://…\`.`;
      return own && !publicUrl.startsWith("http:") ? failed(finding, advice) : warning(finding, advice);
    }
    if (own && config.url !== null && !sameNodeUrl(config.url, own.url)) {
      return warning(
        say`FREEHOLD_URL is ${config.url}, but other nodes know this one as ${own.url}, which is what counts.`,
        say`Set FREEHOLD_URL to ${own.url}; or, if the node has moved, run \`freehold profile update --url ${config.url}\`.`,
      );
    }
    return ok(
      own ? say`Other nodes know this one as ${own.url}.` : say`The node is going to be ${publicUrl}.`,
    );
  },
};
