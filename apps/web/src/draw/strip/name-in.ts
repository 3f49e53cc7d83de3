import { wholeWidth } from "./pool-name.ts";

/** Returns a name of several parts as initials if the width does not fit it: `cp` for `control-plane`. Numbers stay. */
export const nameIn = (name: string, width: number): string =>
  wholeWidth(name) <= width || !name.includes("-") ? name : name.replace(/([a-z])[^-]*(-|$)/gi, "$1").replaceAll("-", "");
