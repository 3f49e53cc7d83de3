import { putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import type { TaintsAnswer } from "@daemonscope/shared/http/answers";
import { expect, test } from "vitest";
import { kubeNode, kubePod } from "../../../cluster.fixture.ts";
import { serverOnManualTime } from "../../context.fixture.ts";

const PATH = "/api/taints";

test("P1 returns the matrix of the model, and the tolerations of each DaemonSet", async () => {
  const { get } = serverOnManualTime();
  const body = (await get(PATH)).json() as TaintsAnswer;
  expect(body).toMatchObject({
    podsRead: true,
    taintCount: 1,
    keepingOffCount: 1,
    daemonSets: [{ key: "kube-system/logs", loss: { places: 1, kept: 0 }, tolerations: [], tolerationCount: 0, hostNetwork: false }],
    rows: [
      {
        taint: { key: "gpu", value: "yes", effect: "NoSchedule" },
        nodes: 1,
        cells: [{ answer: "blocksNew", wants: 1, kept: 0, excused: 0, only: 1 }],
      },
    ],
  });
});

test("P1 C5 counts a pod older than the taint as kept, from the next state on", async () => {
  const { get, model, tick, daemonSet } = serverOnManualTime();
  expect(((await get(PATH)).json() as TaintsAnswer).daemonSets[0]?.loss.kept).toBe(0);
  model.apply(putPod(kubePod(daemonSet, "n2")));
  tick();
  const body = (await get(PATH)).json() as TaintsAnswer;
  expect([body.daemonSets[0]?.loss, body.rows[0]?.cells[0]?.kept, body.keepingOffCount]).toEqual([{ places: 1, kept: 1 }, 1, 0]);
});

test("sends at most 200 distinct taints, with the total", async () => {
  const { get, model, tick } = serverOnManualTime();
  for (let at = 0; at < 250; at++)
    model.apply(putNode(kubeNode(`own-${at}`, { taints: [{ key: "own", value: String(at), effect: "NoSchedule" }] })));
  tick();
  const body = (await get(PATH)).json() as TaintsAnswer;
  expect([body.rows.length, body.taintCount, body.keepingOffCount]).toEqual([200, 251, 251]);
});

test.each(["?x=1", "?namespace=a"])("%s is refused: it takes no parameters", async (query) => {
  const { get } = serverOnManualTime();
  const answer = await get(`${PATH}${query}`);
  expect([answer.statusCode, answer.json().message]).toEqual([400, "This path has no such parameter: it takes none."]);
});
