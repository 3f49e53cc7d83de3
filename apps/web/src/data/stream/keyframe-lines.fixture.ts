import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import type { Keyframe } from "@daemonscope/shared/state/frame";

/** Yields the lines of a keyframe, as a page receives them. */
export async function* keyframeLines(keyframe: Keyframe): AsyncGenerator<string, void> {
  yield* keyframeText(keyframe).split("\n").slice(0, -1);
}
