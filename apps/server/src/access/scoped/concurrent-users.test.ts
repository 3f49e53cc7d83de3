import { putDaemonSet } from "@daemonscope/daemonset/model/cluster-event";
import { expect, it } from "vitest";
import { kubeDaemonSet } from "../../cluster.fixture.ts";
import { fixtureRights, serverWithUsers } from "./users.fixture.ts";

const ROUNDS = 250;
const NAMESPACES = { anna: "alpha", ben: "beta" } as const;
type Name = keyof typeof NAMESPACES;

it("G28 G34 concurrent requests of two users never get an answer of the other", async () => {
  const { getAs, grant, model, tick } = serverWithUsers();
  for (const namespace of Object.values(NAMESPACES)) {
    const made = kubeDaemonSet(`agent-of-${namespace}`);
    model.apply(putDaemonSet({ ...made, metadata: { ...made.metadata, namespace } }));
  }
  tick();
  for (const [name, namespace] of Object.entries(NAMESPACES)) grant(name, fixtureRights([namespace]));
  const urlsOf = (name: Name) => [
    "/api/keyframe",
    "/api/rights",
    `/api/daemonset-pods?namespace=${NAMESPACES[name]}&daemonSet=agent-of-${NAMESPACES[name]}`,
    // The other user's address.
    `/api/daemonset-pods?namespace=${NAMESPACES[name === "anna" ? "ben" : "anna"]}&daemonSet=agent`,
  ];
  const names = Object.keys(NAMESPACES) as Name[];
  const requests = Array.from({ length: ROUNDS }, () => names.flatMap((name) => urlsOf(name).map((url) => ({ name, url })))).flat();
  const answers = await Promise.all(requests.map(async ({ name, url }) => ({ name, url, answer: await getAs(name, url) })));
  for (const { name, url, answer } of answers) {
    const ofOther = `agent-of-${NAMESPACES[name === "anna" ? "ben" : "anna"]}`;
    expect(answer.body.includes(ofOther), `${name} ${url}`).toBe(false);
  }
  const keyframes = answers.filter(({ url }) => url === "/api/keyframe");
  expect(keyframes.every(({ name, answer }) => answer.body.includes(`agent-of-${NAMESPACES[name]}`))).toBe(true);
});
