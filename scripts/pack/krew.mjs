// Prints the krew manifest of a packed file: `node scripts/pack/krew.mjs daemonscope-0.1.0.tgz [URI]`. The default URI
// is this version's file in npm's registry.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { krewText } from "./krew-text.mjs";

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, "../../apps/server/package.json"), "utf8"));
const [tarball, uri = `https://registry.npmjs.org/daemonscope/-/daemonscope-${version}.tgz`] = process.argv.slice(2);

function fail(sentence) {
  console.error(`krew: ${sentence}`);
  process.exit(2);
}

function packed(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    return fail(`${path} cannot be read (${error.code}): \`npm pack\` in apps/server makes it.`);
  }
}

if (tarball === undefined) fail("name the packed file: node scripts/pack/krew.mjs daemonscope-0.1.0.tgz [URI].");
if (!/^https:\/\/\S+$/.test(uri)) fail(`krew fetches over https only: "${uri}" is no such address.`);
process.stdout.write(krewText({ version, sha256: createHash("sha256").update(packed(tarball)).digest("hex"), uri }));
