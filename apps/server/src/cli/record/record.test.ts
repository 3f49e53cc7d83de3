import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@daemonscope/kube-client/flow-control/until.fixture";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type RecordedLog, readLogFile } from "../../history/storage/log-file.ts";
import { parseCommand } from "../options/parse-command.ts";
import { type SimulatedCluster, simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { record, recordOn } from "./record.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-record-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let open: SimulatedCluster | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

let files = 0;
const newFile = () => join(folder, `${files++}.dslog`);

function configOf(...words: readonly string[]) {
  const command = parseCommand(["record", ...words], {}, "test");
  if (command.kind !== "record") throw new Error(command.kind);
  return command.config;
}

async function recording(scenario: string, file: string, ...flags: readonly string[]) {
  const simulated = await simulatedCluster(scenario);
  open = simulated;
  const terminal = capturedTerminal();
  const ended = recordOn(simulated.cluster, configOf(file, ...flags), terminal);
  await Promise.race([ended, until(() => terminal.warnings.length > 0, "the first line")]);
  return { simulated, terminal, ended };
}

/** Returns the end of a recording. The cluster's last changes may arrive later. */
const endOf = ({ segments }: RecordedLog) => segments.at(-1)?.toMs;
const readableLog = async (file: string): Promise<RecordedLog | undefined> => readLogFile(readFileSync(file)).catch(() => undefined);

describe("record", () => {
  it("L4 writes changes during the recording, so that a kill loses at most the last second", async () => {
    const file = newFile();
    const { simulated, terminal, ended } = await recording("bad-image", file);
    expect(terminal.out()).toBe("");
    expect(terminal.warnings).toEqual([
      expect.stringMatching(/^recording cluster "bad-image" to \S+ from 2026-01-05T12:00:00\S+Z; Ctrl-C ends it$/),
    ]);
    simulated.simulator.clock.advance(90_000);
    let read: RecordedLog | undefined;
    await expect
      .poll(
        async () => {
          read = await readableLog(file);
          return read?.end.model.reading.daemonSetRecord("kube-system/fluentd-elasticsearch")?.concern?.kind;
        },
        { timeout: 10_000 },
      )
      .toBe("failing");
    expect(read?.tornBytes).toBe(0);
    simulated.simulator.clock.advance(60_000);
    terminal.end();
    await ended;
    const bytes = readFileSync(file);
    expect(terminal.out().split("\n")[0]).toMatch(
      new RegExp(`^recorded 2026-01-05T12:00:00\\S+ to 2026-01-05T12:02:3\\S+ in \\S+: 12 nodes, 1 DaemonSet, ${bytes.length} bytes$`),
    );
    expect(endOf(await readLogFile(bytes))).toBe(simulated.simulator.clock.nowMs());
  });
  it("--anonymise replaces the file with an anonymous one at the end", async () => {
    const file = newFile();
    const { simulated, terminal, ended } = await recording("bad-image", file, "--anonymise");
    expect(terminal.warnings[0]).toContain(` to ${file}.named from `);
    simulated.simulator.clock.advance(90_000);
    const concern = async () => (await readableLog(`${file}.named`))?.end.state.daemonSets[0]?.concern?.kind;
    await expect.poll(concern, { timeout: 10_000 }).toBe("failing");
    terminal.end();
    await ended;
    const { segments, end } = await readLogFile(readFileSync(file));
    expect(segments[0]?.header.cluster.context).toBe("anonymised");
    const counts = end.state.daemonSets.map((record) => [record?.name, record?.reported.desiredNumberScheduled, record?.concern?.kind]);
    expect(counts).toEqual([[expect.stringMatching(/^x\d+-x\d+$/), 12, "failing"]]);
    expect(terminal.out()).toMatch(/\d+ words have others in their place\. Left: label keys/);
    expect(existsSync(`${file}.named`)).toBe(false);
  });
  it("--for ends the recording by the cluster's clock", async () => {
    const file = newFile();
    const { simulated, ended } = await recording("image-update", file, "--for", "2m");
    simulated.simulator.clock.advance(120_000);
    await ended;
    expect(endOf(await readLogFile(readFileSync(file)))).toBe(simulated.simulator.clock.nowMs());
  });
  it("a recording that ends at its first line has the whole cluster, for any duration of the first lists", async () => {
    const file = newFile();
    open = await simulatedCluster("big-cluster", [], { nodes: 600, daemonSets: 1 });
    const terminal = capturedTerminal();
    const warn = (line: string) => {
      terminal.warn(line);
      terminal.end();
    };
    await recordOn(open.cluster, configOf(file), { ...terminal, warn });
    const { end } = await readLogFile(readFileSync(file));
    expect(end.state.nodes.length).toBe(600);
    expect(end.model.isRemembering).toBe(true);
  });
  it("--overwrite replaces an existing file", async () => {
    const file = newFile();
    writeFileSync(file, "x".repeat(1_000_000));
    const { terminal, ended } = await recording("image-update", file, "--overwrite");
    terminal.end();
    await ended;
    expect(await readLogFile(readFileSync(file))).toMatchObject({ tornBytes: 0 });
  });
  it("a forbidden kind ends it with one sentence, and leaves no file", async () => {
    const simulated = await simulatedCluster("image-update", ["pods"]);
    open = simulated;
    const file = newFile();
    await expect(recordOn(simulated.cluster, configOf(file), capturedTerminal())).rejects.toThrow(
      /^cluster "image-update" did not list its objects: .*pods.*\.$/,
    );
    expect(existsSync(file)).toBe(false);
  });
  it("reports an unwritable file in one sentence", async () => {
    const simulated = await simulatedCluster("image-update");
    open = simulated;
    await expect(recordOn(simulated.cluster, configOf("/proc/nothing.dslog"), capturedTerminal())).rejects.toThrow(
      /^File \/proc\/nothing\.dslog cannot be written: E\w+\.$/,
    );
  });
  it.each([
    [[], "record needs the file to write: daemonscope record FILE."],
    [["/dev/stdout"], "record cannot write to standard output. Name a file: daemonscope record FILE"],
    [["-"], "record cannot write to standard output. Name a file: daemonscope record FILE"],
    [["a", "b"], 'record takes at most one file, but "b" is another'],
    [["a", "--for", "0"], "--for 0 records nothing: omit it to record until Ctrl-C"],
    [["a", "--for", "soon"], '--for is a time such as 30s or 2m, or 0 for none: "soon" is not.'],
    [["a", "--seed", "2"], "--seed works only with a simulated cluster: add --simulate"],
  ])("%j is refused", (words, message) => {
    expect(() => configOf(...words)).toThrow(message);
  });
  it("refuses an existing file, a folder and a missing folder before it contacts the cluster", async () => {
    const file = newFile();
    writeFileSync(file, "mine");
    await expect(record(configOf(file, "--simulate"), capturedTerminal())).rejects.toThrow(
      `${file} already exists. Use --overwrite to replace it`,
    );
    expect(readFileSync(file, "utf8")).toBe("mine");
    await expect(record(configOf("/dev/null", "--overwrite"), capturedTerminal())).rejects.toThrow("/dev/null is not a regular file");
    await expect(record(configOf(folder), capturedTerminal())).rejects.toThrow(`${folder} is a directory. Name a file in it`);
    await expect(record(configOf(join(folder, "no", "a")), capturedTerminal())).rejects.toThrow(
      `directory ${join(folder, "no")} does not exist`,
    );
  });
});
