import { lazily } from "../loading/lazily.ts";

/** Replaces content that does not exist for history. */
export const OnlyNow = lazily(() => import("../timeline/OnlyNow.tsx").then((module) => module.OnlyNow));
