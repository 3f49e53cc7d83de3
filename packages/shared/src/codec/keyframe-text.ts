import type { Keyframe, KeyframeHead, KeyframePart } from "../frame.ts";

/** A keyframe as it is sent: its head, then each part, a line of JSON each. */
export function keyframeText({ head, parts }: Keyframe): string {
  return [head, ...parts].map((each) => `${JSON.stringify(each)}\n`).join("");
}

/** The keyframe of a text that came whole. Throws SyntaxError where it is none. */
export function keyframeOfText(text: string): Keyframe {
  const [head = "", ...parts] = text.split("\n").slice(0, -1);
  return { head: JSON.parse(head) as KeyframeHead, parts: parts.map((part) => JSON.parse(part) as KeyframePart) };
}
