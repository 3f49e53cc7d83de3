import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { describe, expect, it } from "vitest";
import { NODE_STATES } from "../../data/nodes/select-node-states.ts";
import { placeNodes } from "../../data/rows/placed-nodes.ts";
import { NAMED_PALETTE, recordingPen } from "../cell/recording-pen.fixture.ts";
import { layoutGrid } from "../grid/layout/grid-layout.ts";
import { gridPositions } from "../grid/layout/grid-scene.ts";
import { layoutLargeCells } from "../grid/layout/plate-layout.ts";
import { NO_READY_FILLS } from "../grid/ready-fills.ts";
import { AgentCellBytes, type AgentScene, frameOf } from "./agent-cell-bytes.ts";
import { agentShapes, shapeIn } from "./agent-shapes.ts";
import { agentSlotCount, agentSlots, hasAnyNode, rasterOf } from "./agent-slots.ts";
import { type AgentPen, agentCellStyle, drawAgents } from "./draw-agents.ts";
import { byteOf as byte } from "./nodes.fixture.ts";

/** One row of cells for each node, in columns `a/0`, `a/1`, …; drawn as plates. */
function sceneOf(nodes: readonly NodeRecord[], cells: readonly (readonly number[])[]): AgentScene {
  const keys = (cells[0] ?? []).map((_, column) => `a/${column}`);
  const states = NODE_STATES.whole(
    clusterStateOf(
      nodes,
      keys.map((key) => ({ key })),
      cells,
    ),
    undefined,
  );
  const placed = placeNodes(states, { grouping: "pool", byName: true });
  const agents = agentSlots(keys);
  const { plate } = agentShapes(rasterOf(agentSlotCount(agents)), false);
  const layout = layoutLargeCells(
    placed.order.map(({ length }) => length),
    1400,
    plate,
  );
  const places = gridPositions(layout, placed.order, states.bytes.length);
  return { places, nodes: placed, paint: { fills: NO_READY_FILLS, shadeOf: undefined }, states, agents };
}

describe("slots in a node's cell", () => {
  it.each([
    [1, 1, 0],
    [10, 10, 0],
    [12, 12, 0],
    [13, 11, 2],
    [40, 11, 29],
  ])("gives %i agents separate slots: %i of them, and %i share the last slot", (count, separate, rest) => {
    const keys = Array.from({ length: count }, (_, at) => `a/${at}`);
    const slots = agentSlots(keys);
    expect([slots.separate.length, slots.rest.length]).toEqual([separate, rest]);
    expect([...slots.separate, ...slots.rest]).toEqual(keys);
    const { columns, rows } = rasterOf(agentSlotCount(slots));
    expect(columns * rows).toBeGreaterThanOrEqual(agentSlotCount(slots));
  });

  it("has none for a DaemonSet without wanted or remaining pods; the status decides for one that was not read", () => {
    const concernsNode = (derived: Partial<DaemonSetRecord["reported"]> | null, desired = 0) =>
      hasAnyNode({
        derived: derived && { desiredNumberScheduled: 0, numberMisscheduled: 0, ...derived },
        reported: { desiredNumberScheduled: desired, numberMisscheduled: 0 },
      } as DaemonSetRecord);
    expect([
      concernsNode({}),
      concernsNode({ numberMisscheduled: 1 }),
      concernsNode({ desiredNumberScheduled: 3 }),
      concernsNode(null, 3),
      concernsNode(null),
    ]).toEqual([false, true, true, true, false]);
  });
});

describe("the content of a node's cell", () => {
  it("an agent has the same slot in every cell, regardless of its state", () => {
    const ticks = new AgentCellBytes();
    ticks.show(
      sceneOf(
        [readyNode("n0"), readyNode("n1")],
        [
          [byte("available"), byte("failing"), byte("excluded")],
          [byte("missing"), byte("failing"), byte("available")],
        ],
      ),
    );
    expect([0, 1].map((cell) => [...ticks.of(cell).subarray(0, 3)])).toEqual([
      [byte("available"), byte("failing"), byte("excluded")],
      [byte("missing"), byte("failing"), byte("available")],
    ]);
  });

  it("the last slot shows the worst of the agents that have no separate slot", () => {
    const row = [...Array.from({ length: 12 }, () => byte("available")), byte("failing"), byte("starting")];
    const ticks = new AgentCellBytes();
    ticks.show(sceneOf([readyNode("n0")], [row]));
    expect([...ticks.of(0)]).toEqual([...Array.from({ length: 11 }, () => byte("available")), byte("failing"), 0]);
  });

  it("shows NotReady only on the frame, next to cordon and taint", () => {
    const taints = [{ key: "maintenance", effect: "NoSchedule" }];
    const ticks = new AgentCellBytes();
    ticks.show(
      sceneOf(
        [readyNode("n0", { ready: "False", unschedulable: true, taints }), readyNode("n1")],
        [
          [byte("available", { nodeUnready: true }), byte("misscheduled", { nodeUnready: true })],
          [byte("available"), byte("misscheduled")],
        ],
      ),
    );
    expect([...ticks.of(0).subarray(0, 2)]).toEqual([byte("available"), byte("available")]);
    expect([...ticks.of(1).subarray(0, 2)]).toEqual([byte("available"), byte("misscheduled")]);
    expect(frameOf(ticks.of(0))).toEqual({ isReady: false, isCordoned: true, taint: "NoSchedule" });
    expect(frameOf(ticks.of(1))).toEqual({ isReady: true, isCordoned: false, taint: "none" });
  });
});

describe("drawing a node's cell", () => {
  const raster = rasterOf(10);
  const shapes = agentShapes(raster, false);
  const drawn = (bytes: readonly number[]) => {
    const { pen, lines } = recordingPen<AgentPen>();
    const ticks: string[] = [];
    drawAgents(pen, 100, 50, shapes.plate, raster, Uint8Array.from(bytes), NAMED_PALETTE, {
      draw: (_, x, y, look) => void ticks.push(`${look.state} ${x} ${y} ${pen.globalAlpha}`),
    });
    return { lines: lines.join("\n"), ticks };
  };
  const calm = Array.from({ length: 10 }, () => byte("available"));

  it("draws each agent in its slot, and healthy agents muted", () => {
    const { ticks } = drawn([...calm.slice(0, 6), byte("failing"), ...calm.slice(7), 0]);
    expect(ticks[0]).toBe("available 103 59 0.75");
    expect(ticks[1]).toBe("available 114 59 0.75");
    expect(ticks[6]).toBe("failing 114 70 1");
    expect(ticks).toHaveLength(10);
  });

  it("draws an excluded agent as a dot of 2 px in the middle of its slot", () => {
    const { ticks, lines } = drawn([...calm.slice(0, 6), byte("excluded"), ...calm.slice(7), 0]);
    expect(ticks).toHaveLength(9);
    expect(lines).toContain("fillStyle=excluded\nfillRect(117.00 73.00 2.00 2.00)");
  });

  it("draws a frame in the text colour and a hatch for NotReady, a cut for cordoned, and a cap for a taint", () => {
    const frames = [0, 1, 2, 1 << 2, 2 << 2, 3 << 2].map((frame) => drawn([...calm, frame]).lines);
    expect(new Set(frames).size).toBe(frames.length);
    const [plain = "", unready = "", cordoned = "", tainted = ""] = frames;
    expect(plain).not.toMatch(/=ink|clip|destination-out|=mark[\s\S]*fillRect/);
    expect(unready).toMatch(/clip[\s\S]*strokeStyle=ink\n/);
    expect(cordoned).toMatch(/destination-out/);
    expect(tainted).toMatch(/fillStyle=mark\nfillRect\(100.00 53.00/);
  });

  it("restores the pen's alpha, so that a dimmed cell is dimmed as a whole", () => {
    const { pen } = recordingPen<AgentPen>();
    pen.globalAlpha = 0.28;
    const alphas: number[] = [];
    const sprites = { draw: () => void alphas.push(pen.globalAlpha) };
    drawAgents(pen, 0, 0, shapes.plate, raster, Uint8Array.from([byte("available"), byte("failing"), 0]), NAMED_PALETTE, sprites);
    expect(alphas).toEqual([0.28 * 0.75, 0.28]);
    expect(pen.globalAlpha).toBe(0.28);
  });

  it("returns one style object per byte, because sprites are cached by it", () => {
    expect(agentCellStyle(byte("failing"))).toBe(agentCellStyle(byte("failing")));
  });
});

describe("sizes of a node's cell", () => {
  it.each([1, 5, 6, 10, 12])("with %i slots: sizes fall, and the drawing follows from the size", (places) => {
    for (const isWide of [false, true]) {
      const shapes = agentShapes(rasterOf(places), isWide);
      const widths = shapes.fit.map(({ width }) => width);
      expect(widths).toEqual([...widths].sort((a, b) => b - a));
      for (const shape of [...shapes.fit, shapes.ten, shapes.plate]) {
        const { tick, padding, gap, above, width, height } = shapeIn(shapes, shape);
        expect({ tick, padding, gap, above, width, height }).toEqual({
          tick: shape.tick,
          padding: shape.padding,
          gap: shape.gap,
          above: shape.above,
          width: shape.width,
          height: shape.height,
        });
      }
    }
  });

  it.each([
    [[800, 800, 800, 450, 150], 560, 3],
    [[27, 10, 9, 3], 400, 16],
    [[5000], 560, 2],
    [Array.from({ length: 20 }, () => 5000), 480, 0],
  ])("%j nodes with 12 agents fit 1400 × %i px with ticks of %i px", (counts, height, tick) => {
    const shapes = agentShapes(rasterOf(12), false);
    const layout = layoutGrid(counts, [], 1400, height, "fit", shapes.fit);
    expect(layout.height).toBeLessThanOrEqual(height);
    expect(shapeIn(shapes, layout.cell).tick).toBe(tick);
  });
});
