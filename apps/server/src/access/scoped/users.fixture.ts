import type { LightMyRequestResponse } from "fastify";
import { buildServer } from "../../api/build-server.ts";
import { contextOnManualTime } from "../../api/context.fixture.ts";
import { singleCluster } from "../../clusters/clusters.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import { SERVER_OWNER, type User } from "../auth/principal.ts";
import { type NamespaceScope, RIGHT_KINDS, type UserRights } from "../rights/user-rights.ts";
import { AccessControl } from "./access-control.ts";
import { readingsByAccess } from "./request-scope.ts";

export const fixtureRights = (reach: NamespaceScope, more: Partial<UserRights> = {}): UserRights => ({
  ...(Object.fromEntries(
    RIGHT_KINDS.map((kind) => [kind, kind === "nodes" && typeof reach !== "string" ? "none" : reach]),
  ) as unknown as UserRights),
  ...more,
});

export const fixtureUser = (userName: string): User => ({
  kind: "person",
  userName,
  groups: [],
  credential: { kind: "impersonated" },
  sessionId: `session-${userName}`,
});

const NAME = "x-test-person";
const authenticator: Authenticator = {
  viewerOf: ({ headers }) => {
    const name = headers[NAME];
    return typeof name !== "string" ? undefined : name === "owner" ? SERVER_OWNER : fixtureUser(name);
  },
};

/** A server with signed-in users, over a real model and log on time that a test moves. `grant` sets the rights that the
 *  cluster reports from then on. */
export function serverWithUsers(parts: Parameters<typeof contextOnManualTime>[0] = {}) {
  const made = contextOnManualTime(parts);
  const { context, part, live, time } = made;
  const granted = new Map<string, UserRights | Error>();
  const asked: string[] = [];
  const rights = new AccessControl({
    whole: () => ({
      live,
      reads: context.liveReadingOf({}).reads,
      frames: { build: "test", timers: time.timers, random: () => 0.5, wallNowMs: time.nowMs },
      statuses: () => live.sources(),
      past: context.pastOf({}),
      problem: () => undefined,
    }),
    ask: async ({ userName }) => {
      asked.push(userName);
      const answer = granted.get(userName) ?? fixtureRights("none");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    timers: time.timers,
  });
  const clusters = singleCluster({ ...part, ...readingsByAccess(part), rights });
  const app = buildServer({ ...context, clusters, ...clusters, authenticator });
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
    grant: (name: string, to: UserRights | Error) => void granted.set(name, to),
  };
}
