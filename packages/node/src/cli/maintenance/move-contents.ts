import { type MovedContents, moveContents } from "../../domain/contents/move.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { createLog } from "../../observability/log.ts";
import { type Call, textOf } from "../command.ts";
import { formatBytes, formatCount } from "../format.ts";
import { explainOpening } from "../open-for-call.ts";
import { printResult } from "../terminal.ts";

/** `freehold move-contents --to s3|disk`: moves all contents between the data folder and S3. */
export async function moveContentsCommand(call: Call): Promise<void> {
  const { config, terminal } = call;
  const to = textOf(call, "to");
  if (to !== "s3" && to !== "disk") throw new AppError("USAGE", "Say where to: --to s3, or --to disk.");
  const signal = call.stopSignal();
  const onProgress = (moved: number) => {
    if (terminal.showsProgress) terminal.status(`Moving  ${formatCount(moved, "file")}`);
  };
  const log = createLog({ logLevel: config.logLevel ?? "warn" });
  const done = await moveContents({ config, log }, { to, onProgress, signal })
    .catch(explainOpening)
    .finally(() => terminal.status(""));
  await print(call, to, done);
}

async function print(call: Call, to: "s3" | "disk", done: MovedContents): Promise<void> {
  const { moved, bytes, damaged } = done;
  await printResult(
    call,
    { to, ...done },
    [`${formatCount(moved, "file")} of ${formatBytes(bytes)} moved, each compared with its hash.`],
    [
      to === "s3"
        ? "Start the node with the same S3_URL."
        : "Start the node without S3_URL. Thumbnails that are left in the bucket can be deleted.",
    ],
  );
  if (damaged.length > 0) {
    throw new AppError(
      "UNSOUND",
      msg`${formatCount(damaged.length, "file")} not moved because of a wrong hash: ${damaged.slice(0, 10).join(" ")}`,
    );
  }
}
