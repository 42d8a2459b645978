import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parentPort } from "node:worker_threads";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

/** A message to this thread, and its reply; null for a drawing that fails. */
export interface RasterRequest {
  readonly id: number;
  /** An SVG file with only shapes and pictures in itself. */
  readonly svg: string;
  /** Pixels. */
  readonly width: number;
}
export interface RasterReply {
  readonly id: number;
  readonly png: Uint8Array | null;
}

const program = fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"));
const ready = readFile(program).then((bytes) => initWasm(bytes));

parentPort?.on("message", async ({ id, svg, width }: RasterRequest) => {
  const png = await draw(svg, width).catch(() => null);
  parentPort?.postMessage({ id, png } satisfies RasterReply);
});

async function draw(svg: string, width: number): Promise<Uint8Array> {
  await ready;
  const drawing = new Resvg(svg, { fitTo: { mode: "width", value: width } });
  try {
    return drawing.render().asPng();
  } finally {
    drawing.free();
  }
}
