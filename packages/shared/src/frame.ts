import type { Mark } from "@daemonscope/daemonset/records/mark";
import type { DaemonSetRecord, NodeRecord, StatusWrite } from "@daemonscope/daemonset/records/records";
import type { SlotChanges } from "./slots.ts";
import type { SourceName, SourceStatus, SourceStatuses } from "./source-status.ts";

/** What one tick changed (F1–F5). Applies only on the state of its epoch whose seq it comes after: who has several applies one after the other (F12).
 *  Order of application: slots that are freed, records that are put, then cells. */
export interface Frame {
  readonly epoch: string;
  readonly seq: number;
  /** The seq of the state that it applies on, where it is of no tick, as a heartbeat is; left out: `seq - 1`. */
  readonly after?: number;
  /** Cluster clock, milliseconds since the epoch: the server's clock, or the simulator's. */
  readonly at: number;
  /** By row. */
  readonly nodes?: SlotChanges<NodeRecord>;
  /** By column. */
  readonly daemonSets?: SlotChanges<DaemonSetRecord>;
  /** Changed cells, as text: codec/cell-changes.ts. */
  readonly cells?: string;
  readonly sources?: Readonly<Partial<Record<SourceName, SourceStatus>>>;
  readonly statusWrites?: readonly StatusWrite[];
  readonly marks?: readonly Mark[];
}

/** A frame as it is on the wire, always of the seq after the one that it applies on: its text goes by what the frames before it led to (F14). */
export interface WireFrame {
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  readonly text: string;
}

/** A frame, as it came or as it is. */
export type AnyFrame = WireFrame | Frame;

/** The seq of the state that a frame applies on. */
export function seqBefore({ seq, after }: Pick<Frame, "seq" | "after">): number {
  return after ?? seq - 1;
}

/** What the page needs to know about where the data come from. */
export interface ClusterIdentity {
  /** Context name, `in-cluster`, or the scenario's name. */
  readonly context: string;
  readonly server: string;
  readonly version: string | undefined;
  readonly simulated: boolean;
  /** Scenario name when simulated. */
  readonly scenario?: string;
  /** Nothing of it is now: it is played from a recording, of this time of its clock. */
  readonly recorded?: { readonly fromMs: number; readonly toMs: number };
}

/** What a keyframe begins with, and can be used by itself: all but nodes and their cells. DaemonSets stand in the order of their columns. */
export interface KeyframeHead {
  readonly schema: typeof WIRE_SCHEMA;
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  readonly cluster: ClusterIdentity;
  readonly sources: SourceStatuses;
  /** How many nodes follow, each with a cell for each DaemonSet. */
  readonly nodes: number;
  /** Rows without a node, ascending, and the seq that freed each; the nodes have the others, in order. Left out when there is none. */
  readonly freeRows?: readonly (readonly [row: number, seq: number])[];
  readonly freeColumns?: readonly (readonly [column: number, seq: number])[];
  readonly daemonSets: readonly DaemonSetRecord[];
}

/** The next nodes in the order of their rows, with their cells. Each part can be read by itself. */
export interface KeyframePart {
  readonly nodes: NodeColumns;
  /** For each DaemonSet a byte a node, as text: codec/cell-column.ts. */
  readonly cells: readonly string[];
}

/** The whole state at `seq`. On the wire each of these is a line of its own: codec/keyframe-text.ts. */
export interface Keyframe {
  readonly head: KeyframeHead;
  readonly parts: readonly KeyframePart[];
}

/** Node records by column; each column has one entry a node, in one order, and is a text of numbers (TextWriter). */
export interface NodeColumns {
  readonly count: number;
  /** Each by the one before it: the number of the part that differs + 1, by how much it grew, and the parts after it; or 0 and the text. */
  readonly names: string;
  readonly uids: UidColumn;
  /** Milliseconds that one is later than the one before, signed, by `unitMs`. */
  readonly createdAt: string;
  /** 0 where there is none; else, signed, how long after the node was made, by `unitMs`, + 1. */
  readonly readySince: string;
  readonly unitMs: number;
  /** What nodes have in common, each once, and which of them each has. */
  readonly kinds: readonly NodeKind[];
  readonly kindOf: string;
  /** By label key, sorted: its values, and for each node 0 where it has no such label, 1 where the value is its name, or the place of the value + 2. */
  readonly labels: readonly { readonly key: string; readonly values: readonly string[]; readonly of: string }[];
}

/** What many nodes have in common. */
export type NodeKind = Pick<NodeRecord, "taints" | "unschedulable" | "ready" | "readyReason">;

/** Uids in the order of their nodes. Random ones are digits of six bits, 20 each, and one of `89ab` beside them: nothing compresses them any more. Any other is written out. */
export interface UidColumn {
  readonly digits: string;
  readonly variants: string;
  readonly others?: readonly (readonly [at: number, uid: string])[];
}

/** Sent when nothing changed for HEARTBEAT_MS (F5), and with each connection. */
export interface Heartbeat {
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  /** Cluster milliseconds that pass in a real one: 1 real, n scaled, 0 stopped (virtual time). */
  readonly clockRate: number;
  readonly sources: SourceStatuses;
  /** stateHash at seq, as 8 hex digits. */
  readonly hash: string;
}

export const WIRE_SCHEMA = 7;
/** A page that misses two says that it shows what was: nobody acts for longer than ten seconds on what is not so any more. */
export const HEARTBEAT_MS = 5000;

/** What the event stream carries, by SSE event name. `frame` has `id: epoch.seq` and the text of codec/write-frame.ts; the others are JSON. */
export interface StreamMessages {
  /** First message of each connection: what the server is; a page of another schema reloads. */
  readonly hello: {
    readonly schema: number;
    readonly build: string;
    readonly epoch: string;
    readonly seq: number;
    readonly clockRate: number;
    readonly at: number;
  };
  readonly frame: WireFrame;
  readonly heartbeat: Heartbeat;
  /** The reader's cursor has left the ring or belongs to another epoch: fetch a keyframe. */
  readonly resync: { readonly epoch: string; readonly seq: number };
  /** Only of a compressed stream: so many messages come again, for what follows goes by their bytes. They are to be passed over. */
  readonly again: { readonly messages: number };
  /** This connection ends by plan, and nothing is wrong: come back with the cursor at once. Last message of it. */
  readonly renew: Readonly<Record<string, never>>;
  /** The server stops. */
  readonly bye: { readonly reason: string };
}
