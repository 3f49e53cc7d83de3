import type { Keyframe } from "@daemonscope/shared/frame";

const written = new WeakMap<Keyframe["nodes"], readonly Buffer[]>();

/** The fields of an object as JSON, a text each, with what stands before them. */
function* fieldTexts(object: object): Generator<Buffer> {
  let before = "{";
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield Buffer.from(`${before}${JSON.stringify(key)}:${JSON.stringify(value)}`, "utf8");
    before = ",";
  }
  yield Buffer.from(before === "{" ? "{}" : "}", "utf8");
}

/** A keyframe as JSON.stringify gives it, a field of it at a time: of a hundred thousand nodes it has some megabytes. Those of the nodes are remembered as long as the nodes are. */
export function* keyframeText(keyframe: Keyframe): Generator<undefined, Buffer> {
  const chunks: Buffer[] = [];
  let before = "{";
  for (const [key, value] of Object.entries(keyframe)) {
    if (value === undefined) continue;
    chunks.push(Buffer.from(`${before}${JSON.stringify(key)}:`, "utf8"));
    before = ",";
    if (key !== "nodes") chunks.push(Buffer.from(JSON.stringify(value), "utf8"));
    else {
      const known = written.get(keyframe.nodes);
      const nodes: Buffer[] = [];
      for (const text of known ?? fieldTexts(keyframe.nodes)) {
        nodes.push(text);
        if (known === undefined) yield;
      }
      written.set(keyframe.nodes, known ?? nodes);
      chunks.push(...nodes);
    }
    yield;
  }
  chunks.push(Buffer.from("}", "utf8"));
  return Buffer.concat(chunks);
}
