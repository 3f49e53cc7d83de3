// kubectl with an overlay of kustomize, whose generated objects are applied, compared and pruned.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NAMESPACE } from "./stage.mjs";

export function steps(_, { folder, environment, kubectl, get }) {
  const overlay = join(folder, "overlay");
  const file = join(overlay, "kustomization.yaml");
  const generatedNames = async (kind, name) => {
    const { items } = await get(`${kind} -l part-of=overlay`);
    return items.map(({ metadata }) => metadata.name).filter((generatedName) => generatedName.startsWith(`${name}-`));
  };
  const edit = (from, to) => {
    const text = readFileSync(file, "utf8");
    assert.ok(text.includes(from), from);
    writeFileSync(file, text.replace(from, to));
  };
  const rolledOut = () => kubectl(`-n ${NAMESPACE} rollout status ds/reader --timeout=60s`);
  const applySet = { environment: { ...environment, KUBECTL_APPLYSET: "true" } };
  return [
    [
      "kustomize build | apply -f -",
      async () => {
        cpSync(join(import.meta.dirname, "overlay"), overlay, { recursive: true });
        await kubectl("apply -f -", { input: await kubectl(`kustomize ${overlay}`) });
        await rolledOut();
        assert.equal((await generatedNames("configmap", "settings")).length, 1);
      },
    ],
    ["diff -k of what is applied says nothing", async () => assert.equal(await kubectl(`diff -k ${overlay}`), "")],
    [
      "diff -k of a change says it",
      async () => {
        edit("theme=dark", "theme=light");
        edit('newTag: "1"', 'newTag: "2"');
        const text = await kubectl(`diff -k ${overlay}`, { code: 1 });
        assert.match(text, /^- +image: reader:1$/m);
        assert.match(text, /^\+ +image: reader:2$/m);
        assert.match(text, /^\+ +theme: light$/m);
      },
    ],
    [
      "apply -k --prune takes what is generated no more",
      async () => {
        const [before] = await generatedNames("configmap", "settings");
        const output = await kubectl(`apply -k ${overlay} --prune -l part-of=overlay`);
        assert.match(output, new RegExp(`configmap/${before} pruned`));
        await rolledOut();
        const after = await generatedNames("configmap", "settings");
        assert.equal(after.length, 1);
        assert.notEqual(after[0], before);
      },
    ],
    [
      "apply -k --server-side, and its conflicts",
      async () => {
        await kubectl(`apply -k ${overlay} --server-side --force-conflicts --field-manager=me`);
        const output = await kubectl(`-n ${NAMESPACE} set image ds/reader reader=reader:3`);
        assert.match(output, /image updated/);
        await assert.rejects(kubectl(`apply -k ${overlay} --server-side --field-manager=me`), /conflict with "kubectl-set"/);
      },
    ],
    [
      "apply -k --prune --applyset",
      async () => {
        const set = ["--server-side", "--force-conflicts", "--applyset=overlay"].join(" ");
        await kubectl(`-n ${NAMESPACE} apply -k ${overlay} --prune ${set}`, applySet);
        edit("theme=light", "theme=none");
        assert.match(await kubectl(`-n ${NAMESPACE} apply -k ${overlay} --prune ${set}`, applySet), /configmap\/settings-\w+ pruned/);
        assert.equal((await generatedNames("configmap", "settings")).length, 1);
      },
    ],
    [
      "delete -k",
      async () => {
        await kubectl(`delete -k ${overlay}`);
        assert.equal(await kubectl(`-n ${NAMESPACE} get ds,svc -l part-of=overlay -o name`), "");
      },
    ],
  ];
}
