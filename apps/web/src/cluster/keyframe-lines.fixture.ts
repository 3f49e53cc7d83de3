import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import type { Keyframe } from "@daemonscope/shared/frame";

/** A keyframe as a page hears it, a line at a time. */
export async function* keyframeLines(keyframe: Keyframe): AsyncGenerator<string, void> {
  yield* keyframeText(keyframe).split("\n").slice(0, -1);
}
