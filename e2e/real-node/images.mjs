// Makes OCI images of one static binary, in a folder that "agent registry" serves.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

function packed(fill) {
  const files = mkdtempSync(join(tmpdir(), "real-node-layer-"));
  fill(files);
  // The same files give the same digest.
  const order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
  const made = spawnSync("tar", [...order, "-C", files, "-c", "."], { maxBuffer: 1 << 28 });
  rmSync(files, { recursive: true });
  if (made.status !== 0) throw new Error(String(made.stderr));
  return made.stdout;
}

/** Fills `out` with the pause image, three versions of the agent, and an image that takes 15 s to pull. */
export function makeImages(binary, out) {
  for (const folder of ["blobs", "manifests"]) mkdirSync(join(out, folder), { recursive: true });
  const blob = (bytes, mediaType) => {
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    writeFileSync(join(out, "blobs", digest), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const json = (value, mediaType) => blob(Buffer.from(JSON.stringify(value)), mediaType);
  const layer = (fill) => blob(packed(fill), "application/vnd.oci.image.layer.v1.tar");
  const program = layer((files) => {
    mkdirSync(join(files, "tmp"));
    chmodSync(join(files, "tmp"), 0o1777);
    copyFileSync(binary, join(files, "agent"));
    chmodSync(join(files, "agent"), 0o755);
  });
  // The registry sends a large layer of an image called "slow" slowly; only that image has this layer.
  const ballast = layer((files) => writeFileSync(join(files, "ballast"), Buffer.alloc(3 << 20)));
  const image = (name, cmd, layers) => {
    const config = json(
      {
        architecture: process.arch === "x64" ? "amd64" : process.arch,
        os: "linux",
        config: { Entrypoint: ["/agent"], Cmd: [cmd], Env: [`VERSION=${name.split(":")[1]}`, `NAME=${name}`], WorkingDir: "/" },
        rootfs: { type: "layers", diff_ids: layers.map(({ digest }) => digest) },
      },
      "application/vnd.oci.image.config.v1+json",
    );
    const mediaType = "application/vnd.oci.image.manifest.v1+json";
    const manifest = json({ schemaVersion: 2, mediaType, config, layers }, mediaType);
    writeFileSync(join(out, "manifests", name), `${manifest.digest}\n`);
  };
  image("pause:1", "pause", [program]);
  for (const version of [1, 2, 3]) image(`agent:${version}`, "run", [program]);
  image("slow:1", "run", [program, ballast]);
}
