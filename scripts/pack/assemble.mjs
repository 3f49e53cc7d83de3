// Copies the content of the npm package into apps/server or the given folder. The content is the built program with the
// page, our licence, the bundled licences and the bill of materials. Reports inconsistencies; builds nothing.
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { bundledEntries, fontEntries } from "./bundled-entries.mjs";
import { packedManifestText } from "./packed-manifest.mjs";
import { sbomText } from "./sbom-text.mjs";
import { licenceProblems, mergedEntries, thirdPartyText } from "./third-party.mjs";

const root = resolve(import.meta.dirname, "../..");
const server = join(root, "apps/server");
const packFolder = process.argv[2] === undefined ? server : resolve(process.argv[2]);
const release = join(packFolder, "release");
const built = [join(server, "dist"), join(root, "apps/web/dist")];

function fail(problems) {
  for (const problem of problems) console.error(`pack: ${problem}.`);
  process.exit(1);
}

const unbuilt = built.filter((dist) => !existsSync(join(dist, ".bundled.json")));
if (unbuilt.length > 0) fail(unbuilt.map((dist) => `${dist} was not built: run \`npm run build\` first`));

const entries = mergedEntries(fontEntries(root), ...built.map((dist) => bundledEntries(root, dist)));
const problems = licenceProblems(entries);
if (problems.length > 0) fail(problems);

const isShipped = (path) => !path.endsWith(".map") && !basename(path).startsWith(".");
rmSync(release, { recursive: true, force: true });
cpSync(built[0], release, { recursive: true, filter: isShipped });
cpSync(built[1], join(release, "page"), { recursive: true, filter: isShipped });
for (const file of readdirSync(release).filter((name) => name.endsWith(".js"))) {
  const path = join(release, file);
  writeFileSync(path, readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "\n"));
}
// npm marks them executable during the installation; krew uses the packed modes.
for (const entry of ["main.js", "kubectl-complete.js"]) chmodSync(join(release, entry), 0o755);
cpSync(join(root, "LICENSE"), join(packFolder, "LICENSE"));
if (packFolder !== server) {
  cpSync(join(server, "README.md"), join(packFolder, "README.md"));
  writeFileSync(join(packFolder, "package.json"), packedManifestText(readFileSync(join(server, "package.json"), "utf8")));
}
writeFileSync(join(packFolder, "THIRD-PARTY.txt"), thirdPartyText(entries));
const { name, version, description, license } = JSON.parse(readFileSync(join(server, "package.json"), "utf8"));
writeFileSync(join(packFolder, "sbom.cdx.json"), sbomText({ name, version, description, identifier: license }, entries));
