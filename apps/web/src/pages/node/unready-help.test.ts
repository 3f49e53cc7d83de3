import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { unreadyHelp } from "./unready-help.ts";

const { t } = createTranslator();
const ready = (message: string) => [{ type: "Ready", status: "False", message }] as unknown as Parameters<typeof unreadyHelp>[2];

it.each([
  ["False", "container runtime is down", "Restart the container runtime on spot-07."],
  ["False", "cni plugin not initialized", "The machine runs. Repair on spot-07 what its condition Ready reports."],
  ["Unknown", "Kubelet stopped posting node status.", "Check the machine. If it is gone, delete the node: its agents then use no slots."],
] as const)("if Ready is %s with “%s”, %s", (status, message, help) => {
  expect(unreadyHelp(t, { name: "spot-07", ready: status }, ready(message))).toBe(help);
});
