import Fastify from "fastify";
import { expect, test } from "vitest";
import { serverOnManualTime } from "./context.fixture.ts";

test("declares every property that a request gets", async () => {
  const plain = Fastify();
  const before: string[] = [];
  plain.get("/", (request, reply) => {
    before.push(...Object.keys(request));
    return reply.send();
  });
  await plain.inject("/");
  const { app } = serverOnManualTime();
  const after = new Set<string>();
  app.addHook("onResponse", async (request) => {
    for (const key of Object.keys(request)) after.add(key);
  });
  const headers = { host: "127.0.0.1:7373", "content-type": "application/json" };
  expect((await app.inject({ method: "POST", url: "/api/what-if", headers, payload: { steps: [] } })).statusCode).toBe(200);
  expect((await app.inject({ url: "/api/node?name=n1", headers })).statusCode).toBe(200);
  const added = [...after].filter((key) => !before.includes(key));
  expect(added).toContain("principal");
  for (const key of added) expect([key, app.hasRequestDecorator(key)]).toEqual([key, true]);
});
