import type { RevisionsAnswer } from "@daemonscope/shared/http/answers";
import { expect, test } from "@playwright/test";
import { agent } from "./manifests.ts";
import { setStage } from "./stage.ts";

test("R6 R15 R16 history, current revision and changes, on a real control plane", async () => {
  const stage = await setStage("revisions", 3);
  try {
    const ask = async (): Promise<RevisionsAnswer> => {
      const answer = await fetch(`${stage.url}/api/revisions?namespace=default&daemonSet=agent`);
      return (await answer.json()) as RevisionsAnswer;
    };
    /**
     * After each step the text equals kubectl's. The revision of the live template is the one that the controller gave
     * to the pods.
     */
    const settled = async (): Promise<RevisionsAnswer> => {
      await stage.kubectl("rollout", "status", "ds/agent", "--timeout=120s");
      await stage.quiet();
      const answer = await ask();
      expect(answer.history).toBe(await stage.kubectl("rollout", "history", "ds/agent"));
      expect(answer.isLiveUnrecorded).toBe(false);
      expect(answer.unknown).toEqual([]);
      const hashes = await stage.kubectl(
        "get",
        "pods",
        "-l",
        "app=agent",
        "-o",
        "jsonpath={.items[*].metadata.labels.controller-revision-hash}",
      );
      const current = answer.revisions.find((revision) => revision.current);
      expect([...new Set(hashes.trim().split(" "))]).toEqual([current?.hash]);
      expect(current?.nodes).toEqual({ count: 3, names: ["node-0", "node-1", "node-2"] });
      expect(JSON.stringify(answer)).not.toContain("canary");
      return answer;
    };
    const changedBy = () => stage.observer.record("default/agent")?.changedBy;
    const words = ({ difference }: RevisionsAnswer) => difference?.changes.map((change) => change.words);

    await stage.apply(agent({ name: "agent" }));
    expect((await settled()).noDifferenceReason).toBe("Nothing older than revision 1 is kept.");
    expect(changedBy()).toBe("kubectl-client-side-apply");

    await stage.kubectl("annotate", "ds/agent", "kubernetes.io/change-cause=two words\nand a line");
    await stage.kubectl("set", "env", "ds/agent", "PASSWORD=canary-one");
    expect(words(await settled())).toEqual(["container agent: env PASSWORD added: <hidden>"]);
    expect(changedBy()).toBe("kubectl-set");

    await stage.kubectl("set", "env", "ds/agent", "PASSWORD=canary-two");
    expect(words(await settled())).toEqual(["container agent: env PASSWORD changed, both values are hidden"]);

    await stage.kubectl("rollout", "undo", "ds/agent");
    const undone = await settled();
    expect(undone.revisions.map(({ revision }) => revision)).toEqual([4, 3, 1]);
    expect(undone.difference).toMatchObject({ from: { revision: 3 }, to: { revision: 4 } });
    expect(changedBy()).toBe("kubectl");

    await stage.kubectl("rollout", "restart", "ds/agent");
    expect(words(await settled())).toEqual([
      expect.stringMatching(/^annotation kubectl\.kubernetes\.io\/restartedAt added: 20.*\(kubectl rollout restart\)$/),
    ]);
  } finally {
    await stage.stop();
  }
});
