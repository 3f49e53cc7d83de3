import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { expect, it } from "vitest";
import { createTranslator } from "../../words/i18n/translator.fixture.ts";
import { withOwnerName } from "./reversal-text.ts";

const t = createTranslator().getFixedT("en");
const ARGO: DaemonSetRecord["ownership"] = { kind: "one", owner: { kind: "argocd", name: "agents" } };

it.each<[string, DaemonSetRecord["ownership"], string]>([
  ["argocd-controller", ARGO, "Argo CD application agents"],
  ["kubectl-set", ARGO, "kubectl-set"],
  ["argocd-controller", undefined, "argocd-controller"],
])("R33 names the owner only for its own field manager: %s", (changedBy, ownership, author) => {
  expect(withOwnerName(t, { changedBy, ...(ownership === undefined ? {} : { ownership }) }).changedBy).toBe(author);
});
