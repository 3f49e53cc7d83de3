import type { Keyframe, KeyframeHead, KeyframePart } from "../state/frame.ts";

/** Returns the wire form of a keyframe: one line of JSON for the head and for each part. */
export function keyframeText({ head, parts }: Keyframe): string {
  return [head, ...parts].map((each) => `${JSON.stringify(each)}\n`).join("");
}

/** Parses a complete keyframe text. Throws SyntaxError if a line is not JSON. */
export function keyframeOfText(text: string): Keyframe {
  const [head = "", ...parts] = text.split("\n").slice(0, -1);
  return { head: JSON.parse(head) as KeyframeHead, parts: parts.map((part) => JSON.parse(part) as KeyframePart) };
}
