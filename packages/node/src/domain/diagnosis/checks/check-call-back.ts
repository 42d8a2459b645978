import { type Check, failed, ok, skipped } from "../check.ts";
import { say } from "../sentence.ts";

export const checkCallBack: Check = {
  id: "outside.peer",
  area: "outside",
  about: "Whether another node reaches this one: a connected one is asked to look it up",
  warns: null,
  fails: "none of those that are asked does",
  needs: ["tables", "owner", "public-url", "probe"],
  timeLimitMs: 60_000,
  async look({ callBack, publicUrl, here }) {
    const answer = await callBack();
    if (!answer) return skipped(say`No connected node can be asked to call back. Follow one, and try again.`);
    if (answer.kind === "called") {
      return ok(
        say`Another node called ${publicUrl} and was answered; its call came from ${answer.call.client}.`,
      );
    }
    if (answer.answer !== "FOLLOWER_IDENTITY_MISMATCH") {
      return skipped(say`The nodes that were asked to call back did not try (${answer.answer}).`);
    }
    if ((await here()) === "silent") return skipped(say`The node is not running, so nobody can call it.`);
    return failed(
      say`Another node tried to call ${publicUrl}, and nothing of it came here.`,
      say`Look from outside (a phone without Wi-Fi) whether that address opens; then see outside.dns and outside.certificate.`,
    );
  },
};
