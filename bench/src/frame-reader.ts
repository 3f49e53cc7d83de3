import { type CellByte, cellState, hasFlag, hasReadyPod } from "@daemonscope/daemonset/pair/cell/cell";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { decodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import { decodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeOfText } from "@daemonscope/shared/codec/keyframe-text";
import { FrameReader, wireFrameOf } from "@daemonscope/shared/codec/read-frame";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { answerLines, print } from "./program.ts";

/**
 * A second reader of a server's stream, in a separate process. It reports the frame of each cell change, so that a
 * benchmark can find when a page drew it. It prints a line with `ready` once it follows the stream. For each input line
 * it prints what it read since the last one; with `notReady`, also every cell whose pod is not Ready; with `cells`, all
 * cells.
 */
const [url = "", daemonSet = ""] = process.argv.slice(2);

/** A changed cell: its frame, its node and DaemonSet, and its new state. */
interface ReadCell {
  readonly seq: number;
  readonly node: string;
  readonly daemonSet: string;
  readonly state: string;
  readonly isOld: boolean;
  readonly isTerminating: boolean;
}

let state: ClusterState | undefined;
let cells: ReadCell[] = [];
let [frames, bytes] = [0, 0];

function noteCell(seq: number, row: number, column: number, byte: CellByte): void {
  const [node, key] = [state?.rows.names[row], state?.columns.names[column]];
  if (node === undefined || key === undefined || (daemonSet !== "" && key !== daemonSet)) return;
  cells.push({
    seq,
    node,
    daemonSet: key,
    state: cellState(byte),
    isOld: hasFlag(byte, "oldRevision"),
    isTerminating: hasFlag(byte, "terminating"),
  });
}

function take(id: string, text: string): void {
  const sent = wireFrameOf(id, text);
  if (sent === undefined || state === undefined || sent.seq <= state.seq) return;
  const frame = new FrameReader(state).read(sent);
  const applied = frame === undefined ? undefined : applyFrame(state, frame);
  if (frame === undefined || applied?.kind !== "applied") throw new Error(`frame ${id} does not apply: ${applied?.kind}`);
  state = applied.state;
  frames++;
  for (const [column, { rows, bytes: rowBytes }] of frame.cells === undefined ? [] : (decodeCellChanges(frame.cells) ?? []))
    for (const [at, row] of rows.entries()) noteCell(sent.seq, row, column, rowBytes[at] ?? 0);
}

async function follow(): Promise<void> {
  const { body } = await fetch(`${url}/api/stream`, { headers: { accept: "text/event-stream", "accept-encoding": "identity" } });
  if (body === null) throw new Error("there is no stream");
  state = decodeKeyframe(keyframeOfText(await (await fetch(`${url}/api/keyframe`)).text()));
  if (state === undefined) throw new Error("the keyframe cannot be read");
  print({ ready: true, nodes: state.rows.names.length });
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    bytes += chunk.length;
    const messages = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const [, id, text] = /^id:(.+)\nevent:frame\ndata:(.*)$/.exec(message) ?? [];
      if (id !== undefined && text !== undefined) take(id, text);
    }
  }
}

/** Returns every cell whose pod is not Ready. */
const notReady = () =>
  (state?.cells ?? []).flatMap((column, at) =>
    [...column.now.entries()].flatMap(([row, byte]) => {
      const [node, key] = [state?.rows.names[row], state?.columns.names[at]];
      return node === undefined || key === undefined || hasReadyPod(cellState(byte)) ? [] : [{ node, daemonSet: key }];
    }),
  );

/** Returns all cells of each DaemonSet, a byte each, as base64, in the order of the nodes' names. */
function columnsByName(): readonly (readonly [string, string])[] {
  const rows = [...(state?.rows.names.entries() ?? [])].flatMap(([row, name]) => (name === undefined ? [] : [{ row, name }]));
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...(state?.columns.names.entries() ?? [])].flatMap(([column, key]) =>
    key === undefined ? [] : [[key, Buffer.from(rows.map(({ row }) => state?.cells[column]?.at(row) ?? 0)).toString("base64")] as const],
  );
}

void answerLines((line) => {
  const request = JSON.parse(line) as { readonly notReady?: boolean; readonly cells?: boolean };
  const answer = {
    cells,
    frames,
    bytes,
    seq: state?.seq,
    ...(request.notReady === true ? { notReady: notReady() } : {}),
    ...(request.cells === true ? { columns: columnsByName() } : {}),
  };
  cells = [];
  [frames, bytes] = [0, 0];
  return answer;
});
await follow();
process.exit(0);
