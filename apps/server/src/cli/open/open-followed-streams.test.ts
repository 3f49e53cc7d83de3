import { describe, expect, it } from "vitest";
import { requireSingleStream } from "./open-followed-streams.ts";

describe("one cluster of an engine", () => {
  it("is the default if the engine has only one", () => {
    expect(() => requireSingleStream(["berlin"], "nats://engine:4222")).not.toThrow();
  });
  it("must be named if the engine has several, also if only one can be followed", () => {
    expect(() => requireSingleStream(["berlin", "tokyo"], "nats://engine:4222")).toThrow(
      "The engine at nats://engine:4222 holds 2 clusters, and this is asked of one: name it with --cluster berlin or tokyo.",
    );
  });
});
