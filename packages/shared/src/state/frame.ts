import type { NodeKind } from "@daemonscope/daemonset/records/node-fields";
import type { DaemonSetRecord, NodeRecord, StatusWrite } from "@daemonscope/daemonset/records/records";
import type { TimelineMark } from "@daemonscope/daemonset/records/timeline-mark";
import type { SourceName, SourceStatus, SourceStatuses } from "@daemonscope/kube/source-status";
import type { RowIdChanges } from "./row-ids.ts";

/**
 * The changes of one tick (F1–F5). A frame applies only to the state of its epoch whose seq it follows; several frames
 * are applied one after the other (F12).
 * Order of application: freed slots, put records, cells.
 */
export interface Frame {
  readonly epoch: string;
  readonly seq: number;
  /** The seq of the state that a frame without a tick applies to, for example a heartbeat. The default is `seq - 1`. */
  readonly after?: number;
  /** Cluster clock, milliseconds since the epoch: the server's clock, or the simulator's. */
  readonly at: number;
  /** By row. */
  readonly nodes?: RowIdChanges<NodeRecord>;
  /** By column. */
  readonly daemonSets?: RowIdChanges<DaemonSetRecord>;
  /** Changed cells, as text: codec/cell-changes.ts. */
  readonly cells?: string;
  readonly sources?: Readonly<Partial<Record<SourceName, SourceStatus>>>;
  readonly statusWrites?: readonly StatusWrite[];
  readonly marks?: readonly TimelineMark[];
}

/**
 * A frame on the wire. It always applies to the previous seq. Its text is a difference from the state after the earlier
 * frames (F14).
 */
export interface WireFrame {
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  readonly text: string;
}

/** A frame in its wire form or decoded. */
export type AnyFrame = WireFrame | Frame;

/** Returns the seq of the state that a frame applies to. */
export function baseSeq({ seq, after }: Pick<Frame, "seq" | "after">): number {
  return after ?? seq - 1;
}

/** The source of the data, for the page. */
export interface ClusterIdentity {
  /** Context name, `in-cluster`, or the scenario's name. */
  readonly context: string;
  readonly server: string;
  readonly version: string | undefined;
  readonly simulated: boolean;
  /** Scenario name when simulated. */
  readonly scenario?: string;
  /** Set for a recording: its time range on the clock of the cluster. The data are not live. */
  readonly recorded?: { readonly fromMs: number; readonly toMs: number };
}

/**
 * The first part of a keyframe: everything except nodes and their cells. It is usable without the other parts.
 * DaemonSets are in the order of their columns.
 */
export interface KeyframeHead {
  readonly schema: typeof WIRE_SCHEMA;
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  readonly cluster: ClusterIdentity;
  readonly sources: SourceStatuses;
  /** Number of nodes that follow, each with a cell for each DaemonSet. */
  readonly nodes: number;
  /**
   * Rows without a node, ascending, and the seq that freed each. Nodes fill the other rows in order. Absent if there
   * are none.
   */
  readonly freeRows?: readonly (readonly [row: number, seq: number])[];
  readonly freeColumns?: readonly (readonly [column: number, seq: number])[];
  readonly daemonSets: readonly DaemonSetRecord[];
}

/** The next nodes in row order, with their cells. Each part is readable without the others. */
export interface KeyframePart {
  readonly nodes: WireNodeColumns;
  /** One text for each DaemonSet, with one byte per node: codec/cell-column.ts. */
  readonly cells: readonly string[];
}

/** The whole state at `seq`. On the wire the head and each part are one line each: codec/keyframe-text.ts. */
export interface Keyframe {
  readonly head: KeyframeHead;
  readonly parts: readonly KeyframePart[];
}

/** Node records by column. Each column has one entry per node, in one order, and is a text of numbers (TextWriter). */
export interface WireNodeColumns {
  readonly count: number;
  /**
   * Each name relative to the previous one: the index of the first number that differs + 1, its growth, and the numbers
   * after it. Otherwise 0 and the text.
   */
  readonly names: string;
  readonly uids: UidColumn;
  /** Signed difference from the previous creation time, in units of `unitMs`. */
  readonly createdAt: string;
  /** 0 if absent; otherwise the signed time since the creation of the node, in units of `unitMs`, zigzag-coded, + 1. */
  readonly readySince: string;
  readonly unitMs: number;
  /** Distinct kinds of nodes. `kindOf` holds the kind of each node. */
  readonly kinds: readonly NodeKind[];
  readonly kindOf: string;
  /**
   * By label key, sorted: its values, and one number per node. 0: the node lacks the label. 1: the value is the node
   * name. Otherwise the index of the value + 2.
   */
  readonly labels: readonly { readonly key: string; readonly values: readonly string[]; readonly of: string }[];
}

/**
 * Uids in node order. A random uid is 20 digits of six bits, and one variant of `89ab`; no compression shortens it
 * further. Any other uid is written as text.
 */
export interface UidColumn {
  readonly digits: string;
  readonly variants: string;
  readonly others?: readonly (readonly [at: number, uid: string])[];
}

/** Sent when nothing changed for HEARTBEAT_MS (F5), and at the start of each connection. */
export interface Heartbeat {
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  /** Milliseconds of the cluster clock per real millisecond: 1 real, n scaled, 0 stopped (virtual time). */
  readonly clockRate: number;
  readonly sources: SourceStatuses;
  /** stateHash at seq, as 8 hex digits. */
  readonly hash: string;
  /** Time of sending, in milliseconds on the server's monotonic clock. */
  readonly sentMs: number;
}

export const WIRE_SCHEMA = 10;
/**
 * A page that misses two heartbeats marks its data as stale: a user sees stale data unmarked for at most ten seconds.
 */
export const HEARTBEAT_MS = 5000;

/**
 * Messages of the event stream, by SSE event name. `frame` has `id: epoch.seq` and the text of codec/write-frame.ts;
 * the others are JSON.
 */
export interface StreamMessages {
  /** First message of each connection: identifies the server. A page with another schema reloads. */
  readonly hello: {
    readonly schema: number;
    readonly build: string;
    readonly epoch: string;
    readonly seq: number;
    readonly clockRate: number;
    readonly at: number;
    /** As in a heartbeat. */
    readonly sentMs: number;
  };
  readonly frame: WireFrame;
  readonly heartbeat: Heartbeat;
  /** The cursor of the reader is older than the ring or of another epoch: fetch a keyframe. */
  readonly resync: { readonly epoch: string; readonly seq: number };
  /**
   * Only in a compressed stream: number of repeated messages that follow. The reader skips them; later messages are
   * compressed against their bytes.
   */
  readonly again: { readonly messages: number };
  /** The last message of a connection that ends by plan. The client reconnects with its cursor at once. */
  readonly renew: Readonly<Record<string, never>>;
  /** The server stops. */
  readonly bye: { readonly reason: string };
}
