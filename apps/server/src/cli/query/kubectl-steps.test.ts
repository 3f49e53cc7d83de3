import { parseSteps } from "@daemonscope/daemonset/actions/steps/parse-step";
import { describe, expect, it } from "vitest";
import { withoutKubectlWords } from "./kubectl-steps.ts";

describe("kubectl's words become ours", () => {
  it.each([
    ["taint nodes n1 a=b:NoExecute", "taint n1 a=b:NoExecute"],
    ["taint node/n1 node/n2 a=b:NoExecute", "taint n1 n2 a=b:NoExecute"],
    ["taint node node a=b:NoExecute", "taint node a=b:NoExecute"],
    ["taint no a-", "taint no a-"],
    ["taint nodes -l 'pool in (a, b)' a-", "taint -l 'pool in (a, b)' a-"],
    ["taint nodes a=b:NoExecute -l=pool=x", "taint -l pool=x a=b:NoExecute"],
    ["taint --selector pool=x nodes a=b:NoExecute", "taint -l pool=x a=b:NoExecute"],
    ["kubectl label nodes n1 a=b --overwrite", "label n1 a=b"],
    ["label nodes --all a-", "label --all a-"],
    ["cordon node/n1", "cordon n1"],
    ["uncordon nodes n1", "uncordon n1"],
    ["drain n1 --ignore-daemonsets --timeout=60s", "cordon n1"],
    ["drain --timeout 60s n1 --grace-period 0 --force", "cordon n1"],
    ["label nodes n1 a=b --dry-run=server", "label n1 a=b"],
    ["delete node n1", "leave n1"],
    ["delete --cascade=orphan ds x -n y", "delete y/x --cascade=orphan"],
    ["delete ds/x --cascade=foreground --grace-period 5", "delete ds/x"],
    ["set-requests y/x cpu=1 -c agent", "set-requests y/x -c agent cpu=1"],
    ["set-host-ports ds x --container=agent 80=80 -n y", "set-host-ports y/x -c agent 80=80"],
    ["delete ds/x -n y", "delete ds/x"],
    ["delete ds x -n y --cascade=orphan", "delete y/x --cascade=orphan"],
    ["set image ds/x a=1 b=2 -n y", "set-image y/x a=1; set-image y/x b=2"],
    ["set image daemonset x a=1", "set-image ./x a=1"],
    ["set image y/x a=1", "set-image y/x a=1"],
    ["rollout restart ds/x --namespace=y", "restart y/x"],
    ["rollout restart ds/x ds/z -n y", "restart y/x; restart y/z"],
    ["rollout restart ds x z -n y", "restart y/x; restart y/z"],
    ["rollout undo ds/x -n y", "undo y/x 0"],
    ["rollout undo ds/x --to-revision=3 -n y", "undo y/x 3"],
    ["restart x", "restart ./x"],
    ["set-image ds/x a=1", "set-image ds/x a=1"],
  ])("%s", (text, expected) => {
    expect(withoutKubectlWords(text).text).toBe(expected);
    expect(parseSteps(expected).kind).toBe("steps");
  });
  it("refuses a flag that its step does not have", () => {
    for (const text of ["restart ds/x --to-revision 3", "taint n1 a=b:NoExecute --output json", "set-image x -l a=b c=d"])
      expect(() => withoutKubectlWords(text)).toThrow(/^(unknown flag for this step: --(to-revision|output)|a step on DaemonSets)/);
  });
  it("refuses a selector of DaemonSets", () => {
    for (const text of ["rollout restart ds -l app=x", "set image ds --all a=1", "delete ds --selector a=b"])
      expect(() => withoutKubectlWords(text)).toThrow("a step on DaemonSets takes no selector");
  });
  it.each([
    "taint -l 'pool in (a, b)' a=b:NoExecute",
    "set-tolerations y/x a=b:NoSchedule *",
    'apply {"kind":"DaemonSet","metadata":{"name":"a; b"}}',
    "join 3 like n1 --label a=b",
    "undo y/x 3",
    "scale ds/x",
    "label n1 'a=b",
    "",
  ])("leaves %j as it is", (text) => {
    expect(withoutKubectlWords(text)).toEqual({ text, notes: [] });
  });
});
