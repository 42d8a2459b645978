import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";

/** Whether a process was started and has not ended. */
export function isAlive(child: ChildProcess | null): child is ChildProcess & { pid: number } {
  return child !== null && child.exitCode === null && child.signalCode === null && child.pid !== undefined;
}

/** Ends a process that runs by a signal, and waits for its end. */
export async function endChild(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!isAlive(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** Whether somebody listens on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isUp = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isUp;
}

/** How a program answers an order of its parent. */
export type Answer = { readonly id: number } & ({ readonly done: unknown } | { readonly failed: string });

/** @returns a function that gives a program an order, and resolves with its answer; it rejects when the program ends before */
export function createOrders<Order extends object>(
  running: () => ChildProcess,
): (order: Order) => Promise<unknown> {
  let nextId = 1;
  return async (order) => {
    const child = running();
    const id = nextId++;
    return await new Promise((resolve, reject) => {
      const onExit = () => reject(new Error("The node died."));
      const onMessage = (message: Answer) => {
        if (message.id !== id) return;
        child.off("message", onMessage);
        child.off("exit", onExit);
        if ("failed" in message) reject(new Error(message.failed));
        else resolve(message.done);
      };
      child.on("message", onMessage);
      child.once("exit", onExit);
      child.send({ id, ...order });
    });
  };
}

/** Does each order of the parent process, and answers when it is done. */
export function obeyOrders<Order extends { readonly id: number }>(
  obey: (order: Order) => Promise<unknown>,
): void {
  process.on("message", (order: Order) => {
    obey(order).then(
      (done) => process.send?.({ id: order.id, done } satisfies Answer),
      (error: unknown) => {
        const failed = error instanceof Error ? (error.stack ?? String(error)) : String(error);
        process.send?.({ id: order.id, failed } satisfies Answer);
      },
    );
  });
}
