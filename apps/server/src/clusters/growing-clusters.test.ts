import { expect, it } from "vitest";
import { OPEN_AUTHENTICATOR } from "../access/auth/authenticator.ts";
import { buildServer } from "../api/build-server.ts";
import { serverOnManualTime } from "../api/context.fixture.ts";
import type { NamedCluster, UnusableCluster } from "./cluster-runtime.ts";
import { dynamicClusters } from "./clusters.ts";

/** A server whose clusters a test adds and removes. */
function growingServer() {
  const named: NamedCluster[] = [];
  const unusable: UnusableCluster[] = [];
  const clusters = dynamicClusters({ named, unusable, notes: [] }, false);
  const made = serverOnManualTime();
  const index = "<html><head></head></html>";
  const app = buildServer({
    ...made.context,
    clusters,
    ...clusters,
    authenticator: OPEN_AUTHENTICATOR,
    assets: { byPath: new Map(), index },
  });
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { host: "127.0.0.1:7373", accept: "text/html" } });
    return { status: statusCode, cluster: /daemonscope-cluster" content="([^"]*)"/.exec(body)?.[1], body };
  };
  const add = (name: string) => {
    const { part } = serverOnManualTime();
    named.push({ ...part, name });
    return part.live;
  };
  return { named, unusable, add, ask };
}

it("is not ready, and shows the overview, without a cluster", async () => {
  const { ask } = growingServer();
  expect((await ask("/readyz")).body).toBe("no cluster exists yet\n");
  expect(await ask("/")).toMatchObject({ status: 200, cluster: "" });
  expect((await ask("/api/keyframe")).status).toBe(404);
});

it("serves the only cluster at the root, and also under its name", async () => {
  const { ask, add } = growingServer();
  add("eu");
  expect(await ask("/")).toMatchObject({ status: 200, cluster: undefined });
  expect(await ask("/clusters/eu/")).toMatchObject({ status: 200, cluster: "eu" });
  for (const path of ["/api/keyframe", "/clusters/eu/api/keyframe", "/readyz"]) expect((await ask(path)).status).toBe(200);
});

it("shows the overview once a second cluster appears; pages opened at the root keep their cluster", async () => {
  const { ask, add, named } = growingServer();
  const { epoch } = add("eu").log.state;
  await ask("/");
  add("us");
  expect(await ask("/")).toMatchObject({ status: 200, cluster: "" });
  expect((await ask("/api/keyframe")).body).toContain(epoch);
  expect((await ask("/clusters/us/api/keyframe")).status).toBe(200);
  named.shift();
  expect((await ask("/api/keyframe")).status).toBe(404);
  expect(await ask("/")).toMatchObject({ status: 200, cluster: "" });
});

it("reports why a cluster cannot be shown, and shows the others", async () => {
  const { ask, add, unusable } = growingServer();
  add("eu");
  unusable.push({ name: "us", context: "us", problem: "Stream daemonscope-us was not made by daemonscope." });
  expect((await ask("/clusters/us/api/keyframe")).body).toContain("was not made by daemonscope");
  expect((await ask("/clusters/eu/api/keyframe")).status).toBe(200);
});
