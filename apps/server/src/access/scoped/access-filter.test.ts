import { putEvent, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { aWarning } from "@daemonscope/daemonset/model/objects.fixture";
import { expect, it } from "vitest";
import { kubeDaemonSet, kubeRevision } from "../../cluster.fixture.ts";
import type { UserRights } from "../rights/user-rights.ts";
import { AccessFilter } from "./access-filter.ts";
import { NodePseudonyms } from "./node-pseudonyms.ts";
import { fixtureRights } from "./users.fixture.ts";

const mount = putEvent(aWarning("Pod", "p1", { reason: "FailedMount", atMs: 0, message: "on node n1" }));
const create = putEvent(aWarning("DaemonSet", "a", { reason: "FailedCreate", atMs: 0, message: "denied on node n1" }));

function seenWith(rights: UserRights) {
  const hidden = rights.nodes === "all" ? undefined : new NodePseudonyms(() => true, Buffer.alloc(16));
  const filter = new AccessFilter(rights, hidden);
  return [mount, create].map((event) => filter.input(event));
}

it("K4 a user who may not list nodes learns that pods cannot be created, without the message", () => {
  expect(seenWith(fixtureRights(["default"], { nodes: "all" }))).toEqual([mount, create]);
  const [hiddenMount, hiddenCreate] = seenWith(fixtureRights(["default"], { nodes: "none" }));
  expect(hiddenMount).toBeUndefined();
  expect(hiddenCreate).toEqual(putEvent(aWarning("DaemonSet", "a", { reason: "FailedCreate", atMs: 0, message: "" })));
});
it("K4 a user without events, or of another namespace, gets none", () => {
  expect(seenWith(fixtureRights(["default"], { nodes: "all", events: "none" }))).toEqual([undefined, undefined]);
  expect(seenWith(fixtureRights(["other"], { nodes: "none" }))).toEqual([undefined, undefined]);
});
it("K4 a revision outside the namespaces of the user's DaemonSets is hidden", () => {
  const revision = putRevision(kubeRevision(kubeDaemonSet("a")));
  const { namespace } = kubeDaemonSet("a").metadata;
  const seenIn = (daemonsets: readonly string[]) =>
    new AccessFilter(fixtureRights("all", { daemonsets }), undefined).input(revision) !== undefined;
  expect([seenIn([namespace]), seenIn(["other"])]).toEqual([true, false]);
});
