import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { Palette } from "../cell/palette.ts";

/** Each colour is its own name. */
export const NAMED_PALETTE = new Proxy({}, { get: (_, name) => String(name) }) as Palette;

export const BY_POOL = { grouping: "pool", byName: false };

/** The node of a row, in one of three pools. */
export const pooledNode = (row: number, isReady: boolean): NodeRecord =>
  readyNode(`n${String(row).padStart(4, "0")}`, { uid: String(row), labels: { pool: `p${row % 3}` }, ready: isReady ? "True" : "False" });
