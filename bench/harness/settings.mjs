// Settings of a benchmark: environment variables with a default. An unusable value ends the run with one sentence.
const known = new Set();

export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** `parse` returns undefined for a value that is not `wanted`. */
function setting(name, fallback, parse, wanted) {
  known.add(name);
  const text = process.env[name];
  if (text === undefined) return fallback;
  const value = parse(text);
  return value ?? fail(`${name} is "${text}", and must be ${wanted}.`);
}
const parseNumber = (text) => (text.trim() !== "" && Number(text) >= 0 ? Number(text) : undefined);
const parseList = (parse) => (text) => {
  const values = text.split(",").map(parse);
  return values.includes(undefined) ? undefined : values;
};

export const number = (name, fallback) => setting(name, fallback, parseNumber, "a number that is not negative");
export const numbers = (name, fallback) => setting(name, fallback, parseList(parseNumber), "a list of numbers, separated by commas");
export const text = (name, fallback) => setting(name, fallback, (value) => value, "a text");
/** A list of rates; each may name the number of DaemonSets after a colon. */
export const rates = (name, fallback) =>
  setting(
    name,
    fallback,
    parseList((each) => {
      const parts = each.split(":").map(parseNumber);
      return parts.length > 2 || parts.includes(undefined) ? undefined : parts;
    }),
    "a list of RATE or RATE:DAEMONSETS, separated by commas",
  );
export const choice = (name, choices, fallback) =>
  setting(name, fallback, (value) => (choices.includes(value) ? value : undefined), `one of ${choices.join(", ")}`);
/** The entries whose `name` is in a list that is separated by semicolons; all without a setting. */
export const named = (name, all) =>
  setting(
    name,
    all,
    (value) => {
      const chosen = value.split(";").map((each) => all.find((one) => one.name === each));
      return chosen.includes(undefined) ? undefined : chosen;
    },
    `some of ${all.map((each) => each.name).join("; ")}`,
  );
/** Settings that a measured program reads itself. */
export const passed = (...names) => {
  for (const name of names) known.add(name);
};

/** The rounds in which subject and baseline alternate. */
export const PAIRS = number("BENCH_PAIRS", 5);

/** Ends the run if the environment has a setting that no selected suite reads. */
export function checkSettings(suites) {
  const unknown = Object.keys(process.env).find((name) => name.startsWith("BENCH_") && !known.has(name));
  if (unknown !== undefined) fail(`${unknown} is not a setting of ${suites}. The settings are ${[...known].sort().join(", ")}.`);
}
