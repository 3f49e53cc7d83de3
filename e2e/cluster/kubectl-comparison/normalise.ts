const SUFFIX = "[bcdfghjklmnpqrstvwxz2456789]{5}";

/** Texts that differ between two runs of one command, each with its placeholder. Applied in this order. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "TIME"],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, "TIME"],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}/g, "TIME"],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "UID"],
  [/(resourceVersion"?: "?)\d+/g, "$1N"],
  [/(Resource Version:\s+)\d+/g, "$1N"],
  [/(too old resource version: \d+ \()\d+/g, "$1N"],
  [/(current: |in record \()\d+/g, "$1N"],
  [/https?:\/\/127\.0\.0\.1:\d+/g, "SERVER"],
  [/\/tmp\/(LIVE|MERGED)-\d+/g, "$1"],
  [/\b10\.\d+\.\d+\.\d+/g, "IP"],
  [/((?:agent|other)-)[0-9a-z]{8,10}\b/g, "$1HASH"],
  [/(controller-revision-hash[=:] ?"?)[0-9a-z]{8,10}\b/g, "$1HASH"],
  [new RegExp(`((?:agent|other)-)${SUFFIX}\\b`, "g"), "$1NAME"],
  [/<(?:unknown|invalid)>/g, "AGE"],
  [/(?<![\w:.-])(?:\d+y)?(?:\d+d)?(?:\d+h)?(?:\d+m)?(?:\d+(?:\.\d+)?s)?(?<=\d[ydhms])(?![\w.])/g, "AGE"],
];

/** Returns the lines of a command's output, with placeholders for varying texts and one space between columns. */
export function normalise(output: string): readonly string[] {
  let text = output;
  for (const [pattern, word] of VARYING) text = text.replace(pattern, word);
  return text
    .split("\n")
    .map((line) => line.replace(/[ \t]+/g, " ").trimEnd())
    .filter((line) => line !== "");
}
