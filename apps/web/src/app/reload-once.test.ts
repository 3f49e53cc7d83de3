import { expect, it } from "vitest";
import { reloadOnceForBuild } from "./reload-once.ts";

it("reloads once per build of the server during the life of a tab", () => {
  const kept = new Map<string, string>();
  const marks = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  const reloads: string[] = [];
  for (const server of [
    { schema: 2, build: "0.2.0+aa" },
    { schema: 2, build: "0.2.0+aa" },
    { schema: 2, build: "0.2.1+bb" },
    { schema: 3, build: "0.3.0+cc" },
    { schema: 3, build: "0.3.0+cc" },
  ])
    reloadOnceForBuild(server, marks, () => reloads.push(server.build));
  expect(reloads).toEqual(["0.2.0+aa", "0.2.1+bb", "0.3.0+cc"]);
});
