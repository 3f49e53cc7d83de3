import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares two secrets in a time that depends on neither, also if their lengths differ. */
export const isEqualSecret = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
