import type { ResourceAttributes, Reviews } from "@daemonscope/kube-client/reviews/reviews";
import { expect, it } from "vitest";
import type { User } from "../auth/principal.ts";
import { fixtureRights, fixtureUser } from "../scoped/users.fixture.ts";
import { fetchUserRights, MAX_REVIEWED_NAMESPACES } from "./fetch-user-rights.ts";

const USER_WITH_TOKEN: User = { ...fixtureUser("a"), credential: { kind: "own token", token: "t" } };
const refuse = () => Promise.reject(new Error("this is not asked"));

/** An authorizer that allows what `may` accepts and records its requests. */
function cluster(may: (asked: ResourceAttributes) => boolean) {
  const asked: { readonly by: "self" | "server"; readonly what: ResourceAttributes }[] = [];
  const answer = (by: "self" | "server", what: ResourceAttributes) => {
    asked.push({ by, what });
    return Promise.resolve({ allowed: may(what), reason: "" });
  };
  const reviews: Reviews = {
    selfSubjectReview: refuse,
    tokenReview: refuse,
    selfSubjectRulesReview: refuse,
    selfSubjectAccessReview: (_caller, what) => answer("self", what),
    subjectAccessReview: (_user, what) => answer("server", what),
  };
  const ask = (person: User, namespaces: readonly string[]) => fetchUserRights(reviews, person, namespaces, new AbortController().signal);
  return { ask, asked };
}

it("G31 reviews rights with the user's token, or as the server if there is none", async () => {
  const { ask, asked } = cluster(() => true);
  expect(await ask(USER_WITH_TOKEN, ["a"])).toEqual(fixtureRights("all"));
  expect(await ask(fixtureUser("a"), ["a"])).toEqual(fixtureRights("all"));
  expect(new Set(asked.slice(0, asked.length / 2).map(({ by }) => by))).toEqual(new Set(["self"]));
  expect(new Set(asked.slice(asked.length / 2).map(({ by }) => by))).toEqual(new Set(["server"]));
});

it("G31 a kind needs each of its verbs: list without watch is no right", async () => {
  const { ask } = cluster(({ verb }) => verb !== "watch");
  const { daemonsets, nodes, services } = await ask(USER_WITH_TOKEN, ["a"]);
  expect([daemonsets, nodes, services]).toEqual(["none", "none", "all"]);
  const nothing = cluster(({ verb, resource }) => resource !== "pods" || verb !== "watch");
  expect((await nothing.ask(USER_WITH_TOKEN, ["a"])).pods).toBe("none");
});

it("G30 the namespaces of a right are sorted, and nodes have no namespace", async () => {
  const { ask } = cluster(({ namespace, resource }) => namespace === "b" || namespace === "a" || resource === "nodes");
  expect(await ask(USER_WITH_TOKEN, ["b", "a", "c"])).toEqual(fixtureRights(["a", "b"], { nodes: "all" }));
});

it("G30 a namespace without access to its DaemonSets costs one request, and no further one", async () => {
  const names = Array.from({ length: 500 }, (_, at) => `n${String(at).padStart(3, "0")}`);
  const { ask, asked } = cluster(({ namespace }) => namespace === "n007");
  expect(await ask(USER_WITH_TOKEN, names)).toEqual(fixtureRights(["n007"]));
  expect(asked.length).toBeLessThan(names.length + 40);
});

it("G31 reviews at most MAX_REVIEWED_NAMESPACES namespaces, sorted by name", async () => {
  const names = Array.from({ length: MAX_REVIEWED_NAMESPACES + 1 }, (_, at) => `n${String(at).padStart(5, "0")}`);
  const { ask } = cluster(({ namespace }) => namespace === names.at(-1));
  expect(await ask(USER_WITH_TOKEN, names)).toEqual(fixtureRights("none"));
});
