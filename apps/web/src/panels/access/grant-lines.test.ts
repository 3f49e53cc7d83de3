import type { KindRight } from "@daemonscope/shared/http/rights";
import { expect, it } from "vitest";
import { roleBindingCommand, viewerRoleYaml } from "./grant-lines.ts";

const prod = { context: "eu1-prod", simulated: false };
const right = (resource: string, group: string, verbs: readonly string[]): KindRight => ({
  kind: resource,
  resource,
  group,
  verbs,
  scope: "none",
  isShown: false,
});

it("a binding names the user or the service account, for the whole cluster or one namespace", () => {
  expect(roleBindingCommand(prod, "anna@example.org", undefined)).toBe(
    "kubectl --context eu1-prod create clusterrolebinding daemonscope-anna-example-org --clusterrole=daemonscope-viewer --user=anna@example.org",
  );
  expect(roleBindingCommand(prod, "system:serviceaccount:ci:bot", "logging")).toBe(
    "kubectl --context eu1-prod -n logging create rolebinding daemonscope-system-serviceaccount-ci-bot --clusterrole=daemonscope-viewer --serviceaccount=ci:bot",
  );
  expect(roleBindingCommand(prod, "it's; rm", undefined)).toContain("'--user=it'\\''s; rm'");
});

it("the role has one rule per API group with its verbs", () => {
  const rights = [right("nodes", "", ["list", "watch"]), right("pods", "", ["list", "watch"]), right("pods/log", "", ["get"])];
  expect(viewerRoleYaml(rights).split("\n").slice(4)).toEqual([
    "rules:",
    '- apiGroups: [""]',
    "  resources: [nodes, pods]",
    "  verbs: [list, watch]",
    '- apiGroups: [""]',
    "  resources: [pods/log]",
    "  verbs: [get]",
  ]);
});
