// The list of third-party code and fonts in the package, with their licences.

/** Licences that only require their text to be included. The last one is for fonts. */
const PERMISSIVE = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
  "Zlib",
  "OFL-1.1",
];

/** Reports whether an SPDX expression is permissive. Of alternatives one must be; of joined licences all must be. */
export function isPermissive(expression) {
  return expression
    .replace(/[()]/g, " ")
    .split(/\bOR\b/)
    .some((together) => together.split(/\bAND\b/).every((one) => PERMISSIVE.includes(one.trim())));
}

/** Returns the reasons why entries may not be redistributed, a sentence each. */
export function licenceProblems(entries) {
  return entries.flatMap(({ name, version, identifier, text }) => {
    const what = `${name} ${version}`;
    if (identifier === undefined) return [`${what} names no licence in its package.json`];
    if (!isPermissive(identifier))
      return [`${what} is under ${identifier}, which is not among the permissive licences ${PERMISSIVE.join(", ")}`];
    if ((text ?? "") === "") return [`${what} (${identifier}) carries no text of its licence`];
    return [];
  });
}

/** Returns each package once, by name and version. */
export function mergedEntries(...lists) {
  const byKey = new Map(lists.flat().map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** Returns the text of the packed file: the list of packages, then each licence text once, with its packages. */
export function thirdPartyText(entries) {
  const byText = new Map();
  for (const entry of entries) byText.set(entry.text, [...(byText.get(entry.text) ?? []), entry]);
  const nameOf = ({ name, version, identifier }) => `${name} ${version} (${identifier})`;
  return [
    "Daemonscope contains code and fonts that others wrote, each under its own licence.",
    "",
    ...entries.map((entry) => `  ${nameOf(entry)}`),
    ...[...byText].flatMap(([text, covered]) => ["", "=".repeat(80), ...covered.map(nameOf), "-".repeat(80), text.trim()]),
    "",
  ].join("\n");
}
