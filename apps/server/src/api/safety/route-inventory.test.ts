import { PATHS } from "@daemonscope/shared/http/paths";
import { afterAll, beforeAll, expect, test } from "vitest";
import { labOnManualTime } from "../../lab/lab.fixture.ts";
import { serverOfUsers } from "../users-of-clusters.fixture.ts";

let lab: Awaited<ReturnType<typeof labOnManualTime>>;
let server: Awaited<ReturnType<typeof serverOfUsers>>;
beforeAll(async () => {
  lab = await labOnManualTime("image-update");
  server = await serverOfUsers("one", { lab: lab.lab, acting: lab.acting });
});
afterAll(async () => {
  await server.close();
  await lab.close();
});

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const READS = "GET, HEAD";

test("refuses each method that no route has, and names the right one", async () => {
  const urls = new Set([...server.routes].map((route) => route.split(" ")[1] ?? ""));
  for (const url of urls)
    for (const method of METHODS) {
      if (server.routes.has(`${method} ${url}`)) continue;
      const hasPost = server.routes.has(`POST ${url}`);
      const hasGet = server.routes.has(`GET ${url}`);
      // The page's route answers HEAD of a path without HEAD.
      if (hasGet && method === "HEAD") continue;
      const { status, headers } = await server.ask("all", method, url === "/*" ? "/" : url);
      expect([method, url, status, headers.allow]).toEqual([method, url, 405, hasPost && !hasGet ? "POST" : READS]);
    }
});

test.each([
  ["POST", "/", READS],
  ["POST", "/nothing", READS],
  ["PUT", "/api/nothing", READS],
  ["GET", `${PATHS.lab}/nothing`, "POST"],
  ["DELETE", `${PATHS.lab}/nothing`, "POST"],
  ["DELETE", PATHS.actions, READS],
  ["GET", PATHS.whatIf, "POST"],
  ["POST", PATHS.signInAway, READS],
])("guards %s of %s, which no route has", async (method, path, allow) => {
  const { status, headers } = await server.ask("all", method, path);
  expect([status, headers.allow]).toEqual([405, allow]);
});
