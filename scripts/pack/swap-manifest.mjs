// npm packs the manifest of the folder. `swap-manifest.mjs pack FOLDER` puts the packed manifest there, and
// `swap-manifest.mjs restore FOLDER` restores the repository's.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packedManifestText } from "./packed-manifest.mjs";

const [action, folder = "."] = process.argv.slice(2);
const manifest = join(folder, "package.json");
/** The repository's manifest while the packed one replaces it. It also exists after an interrupted run. */
const savedManifest = join(folder, "package.own.json");

if (action === "pack") {
  if (!existsSync(savedManifest)) renameSync(manifest, savedManifest);
  writeFileSync(manifest, packedManifestText(readFileSync(savedManifest, "utf8")));
} else if (action === "restore") {
  if (existsSync(savedManifest)) renameSync(savedManifest, manifest);
} else {
  console.error(`swap-manifest: "${action}" is neither pack nor restore.`);
  process.exit(2);
}
