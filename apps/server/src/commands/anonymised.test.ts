import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { KEPT_WORDS } from "../anonymise/kept-words.ts";
import { readCommand } from "../command-line/config.ts";
import { textOfBlock, wholeBlocks } from "../log/block.ts";
import { FIRST_LINE, readLogFile } from "../log/log-file.ts";
import { importRecording } from "./import.ts";
import { recordOn } from "./record.ts";
import { simulatedCluster } from "./simulated-cluster.fixture.ts";
import { keptTerminal } from "./terminal.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "daemonscope-anonymised-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function recorded(scenario: string): Promise<string> {
  const file = join(folder, `${scenario}.dslog`);
  const command = readCommand(["record", file, "--for", "2m"], {}, "test");
  if (command.kind !== "record") throw new Error(command.kind);
  const simulated = await simulatedCluster(scenario);
  const terminal = keptTerminal();
  const ended = recordOn(simulated.cluster, command.config, terminal);
  await expect.poll(() => terminal.out()).not.toBe("");
  simulated.simulator.clock.advance(120_000);
  await ended;
  await simulated.close();
  return file;
}

const read = (file: string) => readLogFile(readFileSync(file));

async function plainText(file: string): Promise<string> {
  const { blocks } = wholeBlocks(readFileSync(file).subarray(FIRST_LINE.length));
  return (await Promise.all(blocks.map(textOfBlock))).join("\n");
}

describe("import --anonymise", () => {
  it.each(["bad-image", "tour"])("leaves no name of %s in the file, and says the same of it", async (scenario) => {
    const from = await recorded(scenario);
    const file = join(folder, `${scenario}-other.dslog`);
    const terminal = keptTerminal();
    await importRecording({ from: [from], file, overwrite: false, anonymise: true }, terminal);
    expect(terminal.out()).toMatch(/^anonymised .*\n\d+ words have others in their place\. Left: /);
    const [was, is] = [await read(from), await read(file)];
    const shown = ({ end }: typeof was) =>
      end.state.daemonSets.map((set) => [set?.reported, set?.derived, set?.concern?.kind, set?.rollout.kind, set?.budget.used]);
    expect(shown(is)).toEqual(shown(was));
    expect(is.end.state.cells).toEqual(was.end.state.cells);
    const { nodes, daemonSets } = was.end.state;
    const names = [
      was.header.cluster.server,
      ...nodes.flatMap((node) => [node?.name, node?.uid, ...Object.values(node?.labels ?? {})]),
      ...daemonSets.flatMap((set) => [set?.namespace, set?.name, set?.uid]),
      ...was.end.model.save().sets.flatMap(({ object }) => object.spec.template.containers.map(({ image }) => image)),
      ...was.end.model.save().pods.map(({ name }) => name),
    ].filter((name) => name !== undefined && name.length >= 4 && !KEPT_WORDS.has(name));
    expect(names.length).toBeGreaterThan(20);
    const text = await plainText(file);
    expect(names.filter((name) => name !== undefined && text.includes(name))).toEqual([]);
  });
  it("refuses --start, for a recording says itself when it began", () => {
    expect(() => readCommand(["import", "a", "b", "--anonymise", "--start", "0"], {}, "test")).toThrow(
      "--anonymise reads a recording of daemonscope, which says when it began: leave out --start.",
    );
  });
});
