import { expect, it } from "vitest";
import { forbiddenText } from "./forbidden-text.ts";

const DETAIL =
  'GET /apis/apps/v1/namespaces/logging/daemonsets: 403 Forbidden: daemonsets.apps is forbidden: User "jane" cannot list resource "daemonsets" in API group "apps" in the namespace "logging"';

it.each([
  [
    { kinds: ["daemonsets", "pods"] as const, detail: `${DETAIL}; needs the verbs list and watch`, namespace: "logging", as: "jane" },
    'forbidden: user "jane" cannot list and watch daemonsets.apps (also pods) in the namespace "logging". Check: kubectl auth can-i --list -n logging --as jane',
  ],
  [
    {
      kinds: ["daemonsets"] as const,
      detail: `${DETAIL}: RBAC: role "x" not found; needs the verbs list`,
      namespace: "logging",
      as: undefined,
    },
    'forbidden: user "jane" cannot list and watch daemonsets.apps in the namespace "logging": RBAC: role "x" not found. Check: kubectl auth can-i --list -n logging',
  ],
  [
    { kinds: ["nodes"] as const, detail: "403 Forbidden", namespace: "logging", as: undefined },
    "forbidden: you cannot list and watch nodes at the cluster scope. Check: kubectl auth can-i --list. Nodes belong to no namespace, so ask for a ClusterRole",
  ],
  [
    { kinds: ["pods"] as const, detail: "", namespace: undefined, as: undefined },
    "forbidden: you cannot list and watch pods at the cluster scope. Check: kubectl auth can-i --list. With rights in one namespace, use -n",
  ],
])("%j", (forbidden, text) => {
  expect(forbiddenText(forbidden)).toBe(text);
});
