import type { lab as source } from "../en/lab.ts";
import type { Translated } from "../translated.ts";
import { lab as converted } from "../zh-CN/lab.ts?zh-TW";

export const lab: Translated<typeof source> = converted;
