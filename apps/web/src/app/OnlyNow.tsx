import { lazily } from "../loading/lazily.ts";

/** What cannot be told of the past. */
export const OnlyNow = lazily(() => import("../timeline/OnlyNow.tsx").then((module) => module.OnlyNow));
