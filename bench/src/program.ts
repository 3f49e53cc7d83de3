import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { createInterface } from "node:readline";

/** Parts of the measured programs: lines of JSON on standard input and output, CPU time and memory. */
export const print = (answer: object): void => void process.stdout.write(`${JSON.stringify(answer)}\n`);

/** Prints a result, and ends the program. */
export const printLast = (answer: object): void => void process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));

/** Answers each input line, one after the other, and ends with the parent process. */
export async function answerLines(answer: (line: string) => object | Promise<object>): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) print(await answer(line));
  process.exit(0);
}

/** Listens on a free port, and returns it. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen({ port: 0, host: "127.0.0.1", backlog: 2000 }, () => done()));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
export const endWithParent = (): void => void process.stdin.resume().on("end", () => process.exit(0));

export function cpuUsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
/** Returns the CPU milliseconds of all threads during `work`. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return cpuUsSince(before) / 1000;
}

const NS_PER_MS = 1e6;
/** CPU time of the event loop's own thread, as the kernel counts it, independent of other programs. */
export const loopMs = (): number => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "latin1").split(" ")[0]) / NS_PER_MS;

/** Needs node --expose-gc. */
export const collectGarbage = (): void => (globalThis as { gc?: () => void }).gc?.();
/** Returns the bytes of heap and buffers after a garbage collection. */
export function heldBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
export const rssMb = (): number => Math.round(process.memoryUsage.rss() / 1_048_576);

/** Returns the value at a share of the sorted values; 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
