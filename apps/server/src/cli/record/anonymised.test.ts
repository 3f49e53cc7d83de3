import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { PUBLIC_WORDS } from "../../history/anonymize/pseudonyms.ts";
import { BLOCK, blockKindOf, completeBlocks, inflateBlock, packBlock } from "../../history/log/block.ts";
import { FIRST_LINE, readLogFile } from "../../history/storage/log-file.ts";
import { parseCommand } from "../options/parse-command.ts";
import { simulatedCluster } from "../simulate/simulated-cluster.fixture.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { importRecording } from "./import.ts";
import { recordOn } from "./record.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-anonymised-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recordings = new Map<string, Promise<string>>();

/** Returns the same file to each test. */
function recorded(scenario: string): Promise<string> {
  const recording = recordings.get(scenario) ?? record(scenario);
  recordings.set(scenario, recording);
  return recording;
}

async function record(scenario: string): Promise<string> {
  const file = join(folder, `${scenario}.dslog`);
  const command = parseCommand(["record", file, "--for", "2m"], {}, "test");
  if (command.kind !== "record") throw new Error(command.kind);
  const simulated = await simulatedCluster(scenario);
  const terminal = capturedTerminal();
  const ended = recordOn(simulated.cluster, command.config, terminal);
  await expect.poll(() => terminal.warnings.length).toBeGreaterThan(0);
  simulated.simulator.clock.advance(120_000);
  await ended;
  await simulated.close();
  return file;
}

const read = (file: string) => readLogFile(readFileSync(file));

async function plainText(file: string): Promise<string> {
  const { blocks } = completeBlocks(readFileSync(file).subarray(FIRST_LINE.length));
  return (await Promise.all(blocks.map(inflateBlock))).join("\n");
}

describe("import --anonymise", () => {
  it("R31 R32 keeps what a controller of upgrades writes", async () => {
    const from = await recorded("gpu-operator-upgrade");
    const file = join(folder, "managed-other.dslog");
    await importRecording({ from: [from], file, overwrite: false, anonymise: true }, capturedTerminal());
    const managedIn = ({ end }: Awaited<ReturnType<typeof read>>) =>
      Array.from(end.model.reading.daemonSets(), ({ managedBy, paused }) =>
        JSON.stringify([managedBy?.phases.map(({ phase, count }) => [phase, count]), managedBy?.controller, paused?.controller]),
      ).sort();
    expect(managedIn(await read(file))).toEqual(managedIn(await read(from)));
    expect(managedIn(await read(file)).join()).toContain('"gpu-operator"');
  });

  it.each(["bad-image", "tour"])("leaves no name of %s in the file, and the same verdicts", async (scenario) => {
    const from = await recorded(scenario);
    const file = join(folder, `${scenario}-other.dslog`);
    const terminal = capturedTerminal();
    await importRecording({ from: [from], file, overwrite: false, anonymise: true }, terminal);
    expect(terminal.out()).toMatch(/^anonymised .*\n\d+ words have others in their place\. Left: /);
    const [original, copy] = [await read(from), await read(file)];
    const shown = ({ end }: typeof original) =>
      end.state.daemonSets.map((set) => [set?.reported, set?.derived, set?.concern?.kind, set?.rollout.kind, set?.budget.used]);
    expect(shown(copy)).toEqual(shown(original));
    expect(copy.end.state.cells.map(({ now }) => now)).toEqual(original.end.state.cells.map(({ now }) => now));
    const { nodes, daemonSets } = original.end.state;
    const names = [
      original.header.cluster.server,
      ...nodes.flatMap((node) => [node?.name, node?.uid, ...Object.values(node?.labels ?? {})]),
      ...daemonSets.flatMap((set) => [set?.namespace, set?.name, set?.uid]),
      ...original.end.model.save().sets.flatMap(({ object }) => object.spec.template.containers.map(({ image }) => image)),
      ...original.end.model.save().pods.map(({ name }) => name),
    ].filter((name) => name !== undefined && name.length >= 4 && !PUBLIC_WORDS.has(name));
    expect(names.length).toBeGreaterThan(20);
    const text = await plainText(file);
    expect(names.filter((name) => name !== undefined && text.includes(name))).toEqual([]);
  });
  it("leaves no name of a torn or altered file, reports the readable part, and writes no file without one", async () => {
    const from = await recorded("bad-image");
    const bytes = readFileSync(from);
    const { end } = await read(from);
    const names = end.state.nodes.flatMap((node) => node?.name ?? []);
    expect(Math.min(...names.map(({ length }) => length)), "none stands in packed bytes by chance").toBeGreaterThan(4);
    const outcomes = { whole: 0, part: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.nat(9999), fc.constantFrom("cut", "altered"), async (part, how) => {
        const at = Math.floor((bytes.length * part) / 10_000);
        const damaged = how === "cut" ? bytes.subarray(0, at) : Buffer.from(bytes);
        if (how === "altered") damaged.writeUInt8((damaged.readUInt8(at) + 1) % 256, at);
        const [file, copyFile] = [join(folder, "damaged.dslog"), join(folder, "damaged-other.dslog")];
        writeFileSync(file, damaged);
        rmSync(copyFile, { force: true });
        const terminal = capturedTerminal();
        const refused = await importRecording({ from: [file], file: copyFile, overwrite: true, anonymise: true }, terminal).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (refused !== undefined) {
          expect(String(refused)).toMatch(/^UsageError: File \S+ (?:holds|is no|is not|was written|does not) [^\n]*\.$/);
          expect(existsSync(copyFile)).toBe(false);
          outcomes.refused++;
          return;
        }
        const text = `${readFileSync(copyFile, "latin1")}\n${await plainText(copyFile)}`;
        expect(names.filter((name) => text.includes(name))).toEqual([]);
        const [copy, original] = [await read(copyFile), await read(file)];
        expect([copy.tornBytes, copy.end.atMs]).toEqual([0, original.end.atMs]);
        expect(copy.end.state.cells.map(({ now }) => now)).toEqual(original.end.state.cells.map(({ now }) => now));
        const end = new Date(original.end.atMs).toISOString();
        const warning = `The last ${original.tornBytes} bytes of ${file} are damaged or cut off: it is read up to where it is sound, ${end}.`;
        expect(terminal.warnings).toEqual(original.tornBytes === 0 ? [] : [warning]);
        outcomes[original.tornBytes === 0 ? "whole" : "part"]++;
      }),
      {
        seed: 20261124,
        numRuns: 24,
        examples: [
          [9999, "cut"],
          [9999, "altered"],
          [1, "cut"],
        ],
      },
    );
    expect(outcomes.part).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  });
  it("refuses a file with valid checksums and foreign content in one sentence", async () => {
    const file = join(folder, "forged.dslog");
    const { blocks } = completeBlocks(readFileSync(await recorded("bad-image")).subarray(FIRST_LINE.length));
    const forged = await Promise.all(
      blocks.map(async (block) =>
        blockKindOf(block) === BLOCK.entries ? packBlock(BLOCK.entries, '[1,0,99999,{"spec":7}]\n[9\n') : block,
      ),
    );
    writeFileSync(file, Buffer.concat([Buffer.from(FIRST_LINE, "latin1"), ...forged]));
    await expect(
      importRecording({ from: [file], file: join(folder, "forged-other.dslog"), overwrite: false, anonymise: true }, capturedTerminal()),
    ).rejects.toThrow("holds what cannot be played, though its sums are right: it was altered, or another program wrote it.");
  });
  it("refuses --start, because a recording has its own start", () => {
    expect(() => parseCommand(["import", "a", "b", "--anonymise", "--start", "0"], {}, "test")).toThrow(
      "--anonymise reads a recording of daemonscope, which says when it began: leave out --start.",
    );
  });
});
