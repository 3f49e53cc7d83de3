import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { aDaemonSet, aNode, EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { expect, it } from "vitest";
import { buildFrame } from "../build-frame.ts";
import { encodeKeyframeChunks } from "./encode-keyframe-chunks.ts";

it("F1 a keyframe written line by line equals the codec's text, also with nodes encoded before", () => {
  const model = new ClusterModel({ nowMs: EPOCH_MS });
  for (const name of ["ä", 'b"', "\u2028"]) model.putNode(aNode(name, { labels: { [name]: name } }));
  model.putDaemonSet(aDaemonSet("a"));
  let state = emptyState("e1", { context: "ü", server: "", version: undefined, simulated: true }, EPOCH_MS);
  const stringified = () => {
    const chunks = [...encodeKeyframeChunks(state)].filter((chunk) => chunk !== undefined);
    expect(Buffer.concat(chunks).toString("utf8")).toBe(keyframeText(encodeKeyframe(state)));
  };
  stringified();
  for (const name of ["b", "c"]) {
    model.putDaemonSet(aDaemonSet(name));
    const frame = buildFrame(state, model.takeChanges(), undefined, EPOCH_MS);
    const applied = frame && applyFrame(state, frame);
    if (applied?.kind === "applied") state = applied.state;
    expect(state.daemonSets.length).toBeGreaterThan(0);
    stringified();
  }
});
