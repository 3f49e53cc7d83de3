import { SCENARIOS } from "@daemonscope/simulator/scenarios/scenarios";
import { expect, test } from "@playwright/test";
import { differences } from "./differences.ts";
import { takePicture } from "./picture.ts";
import { mustShell } from "./side.ts";
import { startSimulatedSide } from "./simulated-side.ts";
import { withoutNodes } from "./without-nodes.ts";

const GRACE_MS = 12_000;
/** Exceeds the longest pause before a pending change. */
const QUIET_MS = 21_000;
/** The tour repeats lines of other stories; big-cluster has too many objects to compare. */
const LEFT_OUT = ["tour", "big-cluster"];
/** Stories in which chance decides which node has a problem. */
const NODES_ARE_ALIKE = ["surge", "bad-image"];

/** Stories that together contain each kind of command line. ON_BOTH=all plays every story. */
const ALWAYS = ["hw-rng", "image-update", "on-delete", "orphan-and-adopt", "cordon-and-drain", "edited-pod", "bad-manifest"];
const isPlayed = (name: string): boolean => (process.env.ON_BOTH === "all" ? !LEFT_OUT.includes(name) : ALWAYS.includes(name));

for (const scenario of SCENARIOS.filter(({ name }) => isPlayed(name)))
  test(`each step of ${scenario.name} has the effect of its displayed command`, async () => {
    test.setTimeout(300_000);
    const [performed, typed] = [await startSimulatedSide(scenario, GRACE_MS), await startSimulatedSide(scenario, GRACE_MS)];
    try {
      const found: string[] = [];
      const nodes = (await mustShell(performed, "kubectl get nodes -o jsonpath='{.items[*].metadata.name}'")).split(" ");
      const pictureOf = async (side: typeof performed) => {
        const picture = await takePicture(side);
        return NODES_ARE_ALIKE.includes(scenario.name) ? withoutNodes(picture, nodes) : picture;
      };
      for (const { name, kubectl } of scenario.steps) {
        performed.perform(name);
        const { code, stderr } = await typed.shell(kubectl);
        // A story may contain a command that the API refuses.
        if (code !== 0 && !stderr.includes("is invalid")) found.push(`${name}: ${kubectl} exited ${code}: ${stderr}`);
        await Promise.all([performed.quiet(QUIET_MS), typed.quiet(QUIET_MS)]);
        for (const line of differences(await pictureOf(performed), await pictureOf(typed), name))
          found.push(line.replace(/: the simulator has/, ": the step leaves").replace(", the control plane ", ", its line "));
      }
      expect(found).toEqual([]);
    } finally {
      await Promise.all([performed.stop(), typed.stop()]);
    }
  });
