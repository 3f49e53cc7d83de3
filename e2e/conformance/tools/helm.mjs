// Helm, with a chart of the kinds that a dashboard's chart contains.
import assert from "node:assert/strict";
import { join } from "node:path";
import { run } from "./play.mjs";

const CHART = join(import.meta.dirname, "chart");
/** One object of each kind in the chart. */
const KINDS =
  "serviceaccount,clusterrole,clusterrolebinding,role,rolebinding,configmap,secret,service,deployment,horizontalpodautoscaler,ingress,poddisruptionbudget,networkpolicy".split(
    ",",
  );
const WAIT = ["--wait", "--timeout", "60s"];

export function steps({ binary }, { environment, kubectl }) {
  const helm = (...args) => run(binary, [...args, "-n", "dashboards"], { environment });
  const get = async (what) => JSON.parse(await kubectl(`-n dashboards get ${what} -o json`));
  const expectRelease = async (image, theme) => {
    const { spec, status } = await get("deployment/dash");
    assert.equal(spec.template.spec.containers[0].image, image);
    assert.equal(status.updatedReplicas, 2);
    assert.equal(status.availableReplicas, 2);
    assert.equal((await get("configmap/dash")).data.theme, theme);
  };
  return [
    [
      "install",
      async () => {
        await helm("install", "dash", CHART, "--create-namespace", ...WAIT);
        await expectRelease("dashboard:1", "dark");
        for (const kind of KINDS) assert.equal((await get(`${kind}/dash`)).metadata.labels["app.kubernetes.io/managed-by"], "Helm", kind);
      },
    ],
    [
      "upgrade",
      async () => {
        await helm("upgrade", "dash", CHART, "--set", "image=dashboard:2,theme=light", ...WAIT);
        await expectRelease("dashboard:2", "light");
      },
    ],
    [
      "upgrade that never gets there ends with its reason",
      async () => {
        const args = ["upgrade", "dash", CHART, "--set", "image=dashboard:non-existent", "--wait", "--timeout", "5s", "-n", "dashboards"];
        await run(binary, args, { environment, code: 1 });
        assert.equal(JSON.parse(await helm("status", "dash", "-o", "json")).info.status, "failed");
      },
    ],
    [
      "rollback",
      async () => {
        await helm("rollback", "dash", "1", ...WAIT);
        await expectRelease("dashboard:1", "dark");
      },
    ],
    [
      "history, list, status, get",
      async () => {
        const history = JSON.parse(await helm("history", "dash", "-o", "json"));
        assert.deepEqual(
          history.map(({ revision, status }) => `${revision} ${status}`),
          ["1 superseded", "2 superseded", "3 failed", "4 deployed"],
        );
        assert.equal(JSON.parse(await helm("list", "-o", "json"))[0].revision, "4");
        assert.match(await helm("status", "dash"), /dash +2\/2/);
        assert.match(await helm("get", "manifest", "dash"), /kind: NetworkPolicy/);
      },
    ],
    [
      "uninstall",
      async () => {
        await helm("uninstall", "dash", "--wait");
        const left = await kubectl(`-n dashboards get ${KINDS.join(",")} -l app.kubernetes.io/managed-by=Helm -o name`);
        assert.equal(left, "");
        assert.equal(await kubectl("-n dashboards get secret -l owner=helm -o name"), "");
      },
    ],
  ];
}
