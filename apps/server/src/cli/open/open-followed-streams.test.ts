import { describe, expect, it } from "vitest";
import { requireSingleStream } from "./open-followed-streams.ts";

describe("one cluster of an engine", () => {
  it("is the only one that it holds", () => {
    expect(() => requireSingleStream(["berlin"], "nats://engine:4222")).not.toThrow();
  });
  it("is named where it holds several, also where only one of them can be followed", () => {
    expect(() => requireSingleStream(["berlin", "tokyo"], "nats://engine:4222")).toThrow(
      "The engine at nats://engine:4222 holds 2 clusters, and this is asked of one: name it with --cluster berlin or tokyo.",
    );
  });
});
