// Loaded before the server with `--import`. At SIGUSR2 it collects garbage, and prints heap, handles, listeners and
// file descriptors. At SIGWINCH the wall clock jumps by CLOCK_JUMP_MS, and at the next SIGWINCH back.
import { readdirSync } from "node:fs";
import { getHeapCodeStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

const descriptors = () => {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
};
/** V8 compiles functions that become hot after hours, too. */
const codeBytes = () => {
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  return code + bytecode;
};
let jumpMs = 0;
if (isMainThread) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  process.on("SIGUSR2", () => {
    collect();
    collect();
    const measured = {
      heapMb: (process.memoryUsage().heapUsed - codeBytes()) / 2 ** 20,
      handles: process.getActiveResourcesInfo().filter((name) => name !== "Immediate").length,
      listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
      descriptors: descriptors(),
    };
    console.log(`measured ${JSON.stringify(measured)}`);
  });
}
if (process.env.CLOCK_JUMP_MS !== undefined) {
  const now = Date.now;
  Date.now = () => now() + jumpMs;
  process.on("SIGWINCH", () => {
    jumpMs = jumpMs === 0 ? Number(process.env.CLOCK_JUMP_MS) : 0;
  });
}
