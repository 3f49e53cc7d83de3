import { createRandom } from "@daemonscope/simulated-apiserver/time/random";
import { describe, expect, it, test } from "vitest";
import { pod } from "../objects.fixture.ts";
import { type LifeStage, lifeOf } from "./pod-life.ts";

const lifeWith = (image: string) => lifeOf(pod({ name: "p", on: "n1", spec: { containers: [{ name: "a", image }] } }), createRandom(1));

/** Returns the first stages of a life: the time of each in whole seconds, and its state. */
function stagesOf(life: readonly LifeStage[], count: number): readonly string[] {
  const seen: string[] = [];
  let ms = 0;
  for (let at = 0; seen.length < count; ) {
    const stage = life[at];
    if (stage === undefined) break;
    ms += Number(stage.after);
    seen.push(`${Math.round(ms / 1000)} ${stage.state}`);
    at = stage.thenStage ?? at + 1;
  }
  return seen;
}

describe("an image that no registry has", () => {
  it("is retried with backoff from 10 s to 5 min", () => {
    expect(stagesOf(lifeWith("foo:non-existent"), 17)).toEqual([
      "0 ContainerCreating",
      ...["1 ErrImagePull", "2 ImagePullBackOff"],
      ...["11 ErrImagePull", "12 ImagePullBackOff"],
      ...["31 ErrImagePull", "32 ImagePullBackOff"],
      ...["71 ErrImagePull", "72 ImagePullBackOff"],
      ...["151 ErrImagePull", "152 ImagePullBackOff"],
      ...["311 ErrImagePull", "312 ImagePullBackOff"],
      ...["611 ErrImagePull", "612 ImagePullBackOff"],
      ...["911 ErrImagePull", "912 ImagePullBackOff"],
    ]);
  });

  test.each([
    ["foo:non-existent", false],
    ["registry.test/missing/a:1", false],
    ["nonexistent:1", false],
    ["does-not-exist:1", false],
    ["existent:1", true],
    ["nginx:1.27", true],
  ])("%s becomes ready: %s", (image, ready) => {
    expect(lifeWith(image).some((stage) => stage.ready)).toBe(ready);
  });
});
