import type { Random } from "@daemonscope/simulated-apiserver/time/random";
import { addDaemonSet, addNode, setImage } from "../../staging/manifests.ts";
import type { ScenarioRound, ScenarioStage, ScenarioStep } from "../../staging/scenario.ts";
import { cordons, joins, leaves, reportsReady, setsImage, taints, undoes } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { firstRelease, mainContainerOf, poolNode, type Release, TOUR_POOLS, TOUR_SETS } from "./tour-cluster.ts";
import { tourWords } from "./tour-words.ts";

const DAY = 86_400_000;
const PAST_DAYS = 120;
/** DaemonSets that get a new release in the rounds, in this order. */
const ROLLING = ["fluent-bit", "ebs-csi-node", "node-exporter", "cilium"];
const BAD_EVERY = 3;
const UNDONE_AFTER_MS = 135_000;

/**
 * Plays four months of history. Agents are installed one after the other and updated. Then all nodes join, pool by
 * pool. Some GPU drivers are replaced by hand. One node is reserved for a database while falco is on it. Earlier nodes
 * are omitted, because nothing of them is visible and each start plays this history.
 */
function livePast(stage: ScenarioStage): void {
  const { store, clock } = stage;
  const startMs = clock.nowMs();
  const at = (day: number) => clock.advance(Math.max(0, startMs + day * DAY - clock.nowMs()));
  at(0.01);
  TOUR_SETS.forEach((set, index) => {
    addDaemonSet(store, firstRelease(set));
    at(1 + index * 4);
  });
  const updatesOf = (isByHand: boolean) =>
    TOUR_SETS.filter((set) => (set.onDelete === true) === isByHand).flatMap((set) =>
      set.versions.slice(1).map((version) => () => {
        setImage(store, set.namespace, set.name, `${set.image}:${version}`, mainContainerOf(set));
      }),
    );
  updatesOf(false).forEach((run, index) => {
    run();
    at(42 + index * 4);
  });
  TOUR_POOLS.forEach((nodes, index) => {
    for (const node of nodes) addNode(store, node);
    at(87 + index);
  });
  for (const run of updatesOf(true)) run();
  at(107);
  // An operator deletes only four driver pods.
  for (const node of ["gpu-01", "gpu-02", "gpu-03", "gpu-04"])
    for (const pod of store.podsOnNode(node))
      if (pod.metadata.labels?.app === "nvidia-driver") store.delete("pods", pod.metadata.namespace, pod.metadata.name);
  at(PAST_DAYS - 6);
  taints("reserve", 0, "general-08", { key: "dedicated", value: "db", effect: "NoSchedule" }).run(stage);
  at(PAST_DAYS - 5);
  // The taint alone causes no sync of the DaemonSet, but an annotation on it does.
  store.edit("daemonsets", "security", "falco", (set) => {
    set.metadata.annotations = { ...set.metadata.annotations, "example.org/on-call": "team-security" };
  });
}

/** Returns the new tag of a DaemonSet in round `round`. */
const tagIn = (set: Release, round: number): string => `${set.versions.at(-1)}-r${round + 1}`;

function rollout(set: Release, round: number): readonly ScenarioStep[] {
  const { namespace, name, image } = set;
  const container = mainContainerOf(set);
  if (round % BAD_EVERY !== 1) return [setsImage("release", 2500, namespace, name, `${image}:${tagIn(set, round)}`, container)];
  return [
    setsImage("bad-release", 2500, namespace, name, `${image}:${tagIn(set, round)}-missing`, container),
    undoes("undo", 2500 + UNDONE_AFTER_MS, namespace, name),
  ];
}

/**
 * Returns a round with constant activity. Besides a rollout, a node is cordoned, another joins and leaves, and another
 * becomes NotReady. In each third round the image does not exist. The rollout is undone after the page had time to
 * report that it is stuck.
 */
function tourRound(round: number, random: Random): ScenarioRound {
  const set = TOUR_SETS.find(({ name }) => name === ROLLING[round % ROLLING.length]);
  if (set === undefined) throw new Error("the tour has lost a DaemonSet");
  const cordoned = poolNode("general", random.int(9, 25)).name;
  const guest = poolNode("spot", 9 + (round % 3));
  const failingNode = poolNode("spot", random.int(0, 8)).name;
  return {
    steps: [
      ...rollout(set, round),
      cordons("cordon", 15_000, cordoned, true),
      joins("join", 30_000, guest),
      cordons("uncordon", 55_000, cordoned, false),
      reportsReady("node-fails", 70_000, failingNode, false),
      reportsReady("node-recovers", 105_000, failingNode, true),
      leaves("leave", 115_000, guest.name),
    ],
    lengthMs: round % BAD_EVERY === 1 ? 175_000 : 130_000,
  };
}

export const tour: Story = {
  name: "tour",
  words: tourWords,
  opensOn: "",
  fits: ["taints", "labels"],
  title: "ten DaemonSets and always something going on",
  pastMs: PAST_DAYS * DAY,
  pastBy: "helm",
  past: livePast,
  steps: [],
  rounds: tourRound,
};
