import type { LightMyRequestResponse } from "fastify";
import { buildServer } from "../build-server.ts";
import { oneCluster } from "../clusters/clusters.ts";
import { serverOnManualTime } from "../routes/context.fixture.ts";
import type { Door } from "../viewers/door.ts";
import { OWNER, type Person } from "../viewers/viewer.ts";
import { RightsDesk } from "./rights-desk.ts";
import { readingsByRights } from "./sights.ts";
import { KINDS, type Reach, type ViewerRights } from "./viewer-rights.ts";

export const rightsTo = (reach: Reach, more: Partial<ViewerRights> = {}): ViewerRights => ({
  ...(Object.fromEntries(
    KINDS.map((kind) => [kind, kind === "nodes" && typeof reach !== "string" ? "none" : reach]),
  ) as unknown as ViewerRights),
  ...more,
});

export const personNamed = (userName: string): Person => ({
  kind: "person",
  userName,
  groups: [],
  credential: { kind: "impersonated" },
  sessionId: `session-${userName}`,
});

const NAME = "x-test-person";
const door: Door = {
  viewerOf: ({ headers }) => {
    const name = headers[NAME];
    return typeof name !== "string" ? undefined : name === "owner" ? OWNER : personNamed(name);
  },
};

/** A server with signed-in users, over a real model and log on time that a test moves. `grant` sets the rights that the
 *  cluster reports from then on. */
export function serverForPeople(parts: Parameters<typeof serverOnManualTime>[0] = {}) {
  const made = serverOnManualTime(parts);
  const { context, part, live, time } = made;
  const granted = new Map<string, ViewerRights | Error>();
  const asked: string[] = [];
  const rights = new RightsDesk({
    whole: () => ({
      live,
      reads: context.liveReadingOf({ url: "/" }).reads,
      frames: { build: "test", timers: time.timers, random: () => 0.5, wallNowMs: time.nowMs },
      statuses: () => live.sources(),
      past: context.pastOf({ url: "/" }),
      problem: () => undefined,
    }),
    ask: async ({ userName }) => {
      asked.push(userName);
      const answer = granted.get(userName) ?? rightsTo("none");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    timers: time.timers,
  });
  const clusters = oneCluster({ ...part, ...readingsByRights(part), rights });
  const app = buildServer({ ...context, clusters, ...clusters, door });
  const getAs = (name: string | undefined, url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    app.inject({ method: "GET", url, headers: { host: "127.0.0.1:7373", ...headers, ...(name === undefined ? {} : { [NAME]: name }) } });
  const postAs = (name: string, url: string, payload: object): Promise<LightMyRequestResponse> =>
    app.inject({ method: "POST", url, headers: { host: "127.0.0.1:7373", [NAME]: name }, payload });
  return {
    ...made,
    app,
    rights,
    asked,
    getAs,
    postAs,
    grant: (name: string, to: ViewerRights | Error) => void granted.set(name, to),
  };
}
