import { expect, test } from "vitest";
import { joinScenarios } from "./join-scenarios.ts";

const joined = async (line: string) => (await joinScenarios(line.split(" "))).join(" ");

test.each([
  ["status --simulate bad-image", "status --simulate=bad-image"],
  ["--simulate tour status -A --simulate surge ds/a", "--simulate=tour status -A --simulate=surge ds/a"],
  ["what-if --simulate tour cordon n1", "what-if --simulate=tour cordon n1"],
])("%s names the scenario", async (line, words) => expect(await joined(line)).toBe(words));

test.each([
  "--simulate",
  "status --simulate -A",
  "--simulate status",
  "status --simulate fluent-bit",
  "status --simulate ds/tour",
  "record --simulate a.dslog",
  "what-if --simulate cordon n1",
  "status --simulate=tour surge",
  "status -- --simulate tour",
  "__complete status --simulate tour",
])("%s is unchanged", async (line) => expect(await joined(line)).toBe(line));
