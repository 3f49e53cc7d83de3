import { expect, it } from "vitest";
import { contextOnManualTime } from "../../api/context.fixture.ts";
import type { LogStreamListing } from "../../engine/stream/engine.ts";
import { FollowedClusters } from "./followed-clusters.ts";

const streamNamed = (name: string, more: Partial<LogStreamListing> = {}): LogStreamListing => ({
  name,
  made: "1",
  uid: undefined,
  problem: undefined,
  ...more,
});

/** An engine whose streams a test sets. */
function followedClusters() {
  let found: readonly LogStreamListing[] = [];
  const begun: string[] = [];
  const ended: string[] = [];
  const problems: string[] = [];
  const clusters = new FollowedClusters({
    listStreams: () => Promise.resolve(found),
    onProblem: (text) => problems.push(text),
    begin: (stream, name) => {
      begun.push(name);
      const { part } = contextOnManualTime();
      const close = () => {
        ended.push(name);
        return Promise.resolve();
      };
      const followed = { stream, name, cluster: { close }, asks: { close: () => undefined } };
      return Promise.resolve({ followed: followed as never, part: { ...part, name } });
    },
  });
  return {
    clusters,
    begun,
    ended,
    problems,
    async see(...streams: readonly LogStreamListing[]) {
      found = streams;
      await clusters.refresh();
      return clusters.named.map(({ name }) => name);
    },
  };
}

it("adds discovered streams, under a name that is valid in an address", async () => {
  const { see, begun } = followedClusters();
  expect(await see(streamNamed("eu"))).toEqual(["eu"]);
  expect(await see(streamNamed("EU"), streamNamed("Prod_1"), streamNamed("eu"))).toEqual(["eu", "eu-2", "prod-1"]);
  expect(begun).toEqual(["eu", "eu-2", "prod-1"]);
});

it("reports a deleted stream once, follows the others, and starts again if it is recreated", async () => {
  const { see, clusters, problems, ended, begun } = followedClusters();
  await see(streamNamed("eu"), streamNamed("us"));
  expect(await see(streamNamed("us"))).toEqual(["us"]);
  await see(streamNamed("us"));
  expect(clusters.unusable).toEqual([
    { name: "eu", context: "eu", problem: "The log of eu was deleted from the engine: restart its collector, which creates it again." },
  ]);
  expect([problems.length, ended]).toEqual([1, ["eu"]]);
  expect(await see(streamNamed("eu", { made: "2" }), streamNamed("us"))).toEqual(["us", "eu"]);
  expect(clusters.unusable).toEqual([]);
  await see(streamNamed("eu", { made: "3" }), streamNamed("us"));
  expect(begun).toEqual(["eu", "us", "eu", "eu"]);
});

it("reports a stream of another product or schema, and follows the others", async () => {
  const { see, clusters, problems } = followedClusters();
  const problem = "Stream daemonscope-x in nats://a was not made by daemonscope";
  expect(await see(streamNamed("eu"), streamNamed("x", { problem }))).toEqual(["eu"]);
  expect(clusters.unusable.map((each) => each.problem)).toEqual([`${problem}.`]);
  expect(problems).toEqual([problem]);
});

it("reports two names of one cluster", async () => {
  const { see, clusters } = followedClusters();
  await see(streamNamed("eu", { uid: "u1" }), streamNamed("eu-old", { uid: "u1" }), streamNamed("us", { uid: "u2" }));
  expect(clusters.notes).toEqual([
    "eu and eu-old are one cluster, collected under two names: stop all collectors but those of one name, and remove the other streams.",
  ]);
});
