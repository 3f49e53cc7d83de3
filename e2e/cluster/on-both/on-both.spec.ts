import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { expect, test } from "@playwright/test";
import { playOnBoth, type StoryOnBoth } from "./play-on-both.ts";

interface Plan extends Omit<StoryOnBoth, "scenario"> {
  readonly story: string;
  readonly name: string;
}

/** Stories that every run of the lane plays. */
const ALWAYS: readonly Plan[] = [
  { story: "T1", name: "control-plane-taint" },
  { story: "T5", name: "hw-rng" },
  { story: "T8", name: "image-update" },
  { story: "T9", name: "on-delete" },
  { story: "T11", name: "orphan-and-adopt" },
  { story: "T13", name: "full-node" },
  { story: "T14", name: "host-port" },
  { story: "T17", name: "bad-manifest" },
];
/** kwok knows no address of a node, and starts no pod on the host's network. */
const ON_HOST_NETWORK = /host-agent/;
/** The nodes of the pods of a Deployment are random. */
const DEPLOYMENT_POD = /(log-collector|redis)-\w/;
const EDITED = /containers · (image|restartCount):/;
/** Longer stories, and stories with a step that a fake kubelet does not support. */
const ON_REQUEST: readonly Plan[] = [
  {
    story: "T2",
    name: "from-deployment",
    quietMs: 3500,
    moreControllers: ["deployment-controller", "replicaset-controller"],
    known: DEPLOYMENT_POD,
  },
  { story: "T4", name: "one-daemon-many-hardware" },
  { story: "T6", name: "automatic-tolerations", quietAfterMs: { "falls-silent": 16_000, "speaks-again": 8000 }, known: ON_HOST_NETWORK },
  { story: "T7", name: "min-ready-seconds", quietMs: 7000 },
  { story: "T10", name: "surge", quietMs: 4500, areNodesAlike: true },
  { story: "T12", name: "edited-pod", known: EDITED },
  {
    story: "T16",
    name: "reach-the-daemon",
    moreControllers: ["endpointslice-controller"],
    without: ["pod-falls-ill", "delete-pod"],
  },
  { story: "T18", name: "cordon-and-drain" },
  { story: "T19", name: "bad-image", areNodesAlike: true },
];

// Each test has a separate control plane, and mostly waits.
test.describe.configure({ mode: "parallel" });

for (const { story, name, ...plan } of process.env.ON_BOTH === "all" ? [...ALWAYS, ...ON_REQUEST] : ALWAYS)
  test(`${story} ${name} plays the same on the simulator and on a control plane`, async () => {
    test.setTimeout(400_000);
    const found = findScenario(name);
    if ("problem" in found) throw new Error(found.problem);
    expect(await playOnBoth({ scenario: found.scenario, ...plan })).toEqual([]);
  });
