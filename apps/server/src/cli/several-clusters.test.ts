import { describe, expect, it } from "vitest";
import { type Command, parseCommand } from "./options/parse-command.ts";
import { run } from "./run.ts";
import { capturedTerminal } from "./terminal/terminal.fixture.ts";

/** Runs a command on several simulated clusters with stopped clocks. */
async function runCommand(line: string) {
  const terminal = capturedTerminal();
  const command = parseCommand(line.split(" "), {}, "test");
  if (command.kind !== "status" && command.kind !== "pods" && command.kind !== "wait" && command.kind !== "diff")
    throw new Error(command.kind);
  const simulation = { ...command.config.simulation, manualClock: true };
  const code = await run({ ...command, config: { ...command.config, simulation } } as Command, terminal);
  return { code, out: terminal.out(), warnings: terminal.warnings.join("\n") };
}

const BOTH = "--simulate=image-update --simulate=bad-image";
const NAME = "fluentd-elasticsearch";

describe("status of several clusters", () => {
  it("prints one table, with the cluster before kubectl's columns", async () => {
    const { code, out } = await runCommand(`status -A ${BOTH}`);
    expect(code).toBe(0);
    const [header = "", ...rows] = out.trimEnd().split("\n");
    expect(header).toMatch(/^CLUSTER +NAMESPACE +NAME +DESIRED/);
    expect(rows.map((row) => row.split(/ +/).slice(0, 3))).toEqual([
      ["image-update", "kube-system", NAME],
      ["bad-image", "kube-system", NAME],
    ]);
  });

  it("names the cluster of each entry in machine output", async () => {
    const { out } = await runCommand(`status -A -o json ${BOTH}`);
    expect((JSON.parse(out) as { cluster: string; name: string }[]).map(({ cluster, name }) => [cluster, name])).toEqual([
      ["image-update", NAME],
      ["bad-image", NAME],
    ]);
  });

  it.each([
    ["github", /^::notice title=image-update%3A DaemonSet kube-system\/fluentd-elasticsearch::.*\n::notice title=bad-image%3A DaemonSet /],
    ["junit", /<testsuite name="status" tests="2" failures="0"[\s\S]* name="bad-image: DaemonSet kube-system\/fluentd-elasticsearch">/],
    ["markdown", /^\| CLUSTER \| NAMESPACE \|[^\n]*\n\| ---[^\n]*\n\| image-update \|[^\n]*\n\| bad-image \|[^\n]*\n$/],
  ])("-o %s names the cluster of each DaemonSet", async (format, text) => {
    expect((await runCommand(`status -A -o ${format} ${BOTH}`)).out).toMatch(text);
  });

  it("reports a DaemonSet that is in no cluster", async () => {
    await expect(runCommand(`status -A nothing ${BOTH}`)).rejects.toThrow('There is no DaemonSet "nothing" in any of 2 clusters.');
  });
});

describe("pods of several clusters", () => {
  it("prints one table with the cluster first, and JSON with cluster in each entry", async () => {
    const { code, out } = await runCommand(`pods ds/${NAME} -n kube-system ${BOTH}`);
    expect(code).toBe(0);
    const [header = "", ...rows] = out.trimEnd().split("\n");
    expect(header).toMatch(/^CLUSTER +NAME +READY/);
    expect(rows).toHaveLength(24);
    expect(new Set(rows.map((row) => row.split(/ +/)[0]))).toEqual(new Set(["image-update", "bad-image"]));
    const json = JSON.parse((await runCommand(`pods -A -o json ${BOTH}`)).out) as readonly { readonly cluster: string }[];
    expect(json.at(-1)?.cluster).toBe("bad-image");
  });
  it("a cluster without the DaemonSet has no rows, unless all lack it", async () => {
    const { code, out } = await runCommand(`pods fluent-bit -n logging --simulate=tour --simulate=image-update -o json`);
    expect(code).toBe(0);
    expect(new Set((JSON.parse(out) as readonly { readonly cluster: string }[]).map(({ cluster }) => cluster))).toEqual(new Set(["tour"]));
    await expect(runCommand(`pods nothing -A ${BOTH}`)).rejects.toThrow('There is no DaemonSet "nothing" in any of 2 clusters.');
  });
  it("refuses -o name, because the pods of several clusters would be mixed", async () => {
    await expect(runCommand(`pods -A -o name ${BOTH}`)).rejects.toThrow("-o name cannot be used with several clusters");
  });
});

describe("wait over several clusters", () => {
  it("exits 0 if the rollout is complete in all", async () => {
    const { code, out } = await runCommand(`wait ds/${NAME} -n kube-system ${BOTH}`);
    expect(code).toBe(0);
    expect(out).toContain(`image-update: daemon set "${NAME}" successfully rolled out`);
    expect(out).toContain(`bad-image: daemon set "${NAME}" successfully rolled out`);
  });

  it("skips clusters without the DaemonSet, with a notice; fails if none has it", async () => {
    const some = await runCommand(`wait ds/fluent-bit -n logging --simulate=tour --simulate=image-update --for updated --timeout 1s`);
    expect(some.warnings).toContain('image-update: Warning: there is no DaemonSet "fluent-bit" in namespace "logging"');
    expect(some.code).not.toBe(2);
    expect((await runCommand(`wait ds/nothing -n kube-system ${BOTH}`)).code).toBe(2);
  });

  it("-o junit has a test case for each cluster", async () => {
    const { code, out } = await runCommand(`wait ds/${NAME} -n kube-system -o junit ${BOTH}`);
    expect([code, out.match(/name="[a-z-]+: DaemonSet /g)]).toEqual([0, ['name="image-update: DaemonSet ', 'name="bad-image: DaemonSet ']]);
  });

  it("prints the result for each cluster in machine output", async () => {
    const { out } = await runCommand(`wait ds/${NAME} -n kube-system -o json ${BOTH}`);
    expect((JSON.parse(out) as { cluster: string; result: string }[]).map(({ cluster, result }) => [cluster, result])).toEqual([
      ["image-update", "complete"],
      ["bad-image", "complete"],
    ]);
  });

  it("waits for several names, and refuses one that no cluster has", async () => {
    const two = "--simulate=image-update --simulate=tour";
    const known = await runCommand(`wait ${NAME} cilium -n kube-system -o json ${two}`);
    expect(known.code).toBe(0);
    expect(JSON.parse(known.out)).toMatchObject([
      { cluster: "image-update", name: NAME, result: "complete" },
      { cluster: "tour", name: "cilium", result: "complete" },
    ]);
    const unknown = await runCommand(`wait ${NAME} cilium nothing -n kube-system ${two}`);
    expect([unknown.code, unknown.warnings]).toEqual([
      2,
      expect.stringMatching(/^error: there is no DaemonSet "nothing" in any of 2 clusters$/m),
    ]);
  });

  it("has an entry for a cluster that cannot be queried, and calls no other one stopped", async () => {
    const line = `wait ds/${NAME} -n kube-system -o json --simulate=on-delete --simulate=image-update`;
    const { code, out, warnings } = await runCommand(line);
    expect(code).toBe(2);
    expect(warnings).toMatch(/^on-delete: error: daemon set ".*" uses OnDelete, so its rollout has no end\. /m);
    expect(JSON.parse(out)).toMatchObject([
      { cluster: "on-delete", result: "failed", namespace: "kube-system", name: NAME, error: expect.stringMatching(/OnDelete.*\.$/) },
      { cluster: "image-update", result: expect.stringMatching(/^(waiting|complete)$/), name: NAME },
    ]);
  });
});

describe("diff", () => {
  it("exits 0 if templates are equal, with a message", async () => {
    const { code, out } = await runCommand(`diff ds/${NAME} -n kube-system --simulate=image-update --simulate=image-update`);
    expect([code, out]).toEqual([0, "image-update → image-update-2: no differences\n"]);
  });

  it("exits 1 if they differ, with the difference as text and as YAML", async () => {
    const { code, out } = await runCommand("diff ds/nvidia-driver -n gpu-operator --simulate=tour --simulate=driver-breaks-nodes");
    expect(code).toBe(1);
    expect(out).toMatch(/^tour → driver-breaks-nodes: \d+ differences$/m);
    expect(out).toMatch(/^ {2}container nvidia-driver: image \S+ → nvidia\/driver:580\.65$/m);
    expect(out).toMatch(/^@@ /m);
  });

  it("states another strategy, and not only the template", async () => {
    const { code, out } = await runCommand(`diff ds/${NAME} -n kube-system --simulate=on-delete --simulate=image-update`);
    expect(code).toBe(1);
    expect(out).toMatch(/^ {2}updateStrategy\.type OnDelete → RollingUpdate$/m);
    expect(out).toMatch(/^\+ +type: RollingUpdate$/m);
  });

  it("refuses an object that one cluster lacks, and names the cluster", async () => {
    await expect(runCommand(`diff ds/fluent-bit -n logging --simulate=tour --simulate=image-update`)).rejects.toThrow(
      'There is no DaemonSet "fluent-bit" in namespace "logging" of image-update',
    );
  });
});
