// Loaded into the product with `--import`: a request to BLOCK_LOOP_PORT blocks the main thread for the milliseconds of
// its path. The product has no such code.
import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

if (isMainThread)
  createServer((request, response) => {
    response.end("blocked\n", () =>
      setImmediate(() => {
        const untilMs = performance.now() + Number(request.url.slice(1));
        while (performance.now() < untilMs);
      }),
    );
  })
    .listen(Number(process.env.BLOCK_LOOP_PORT), "127.0.0.1")
    .unref();
