import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { verdictWordText } from "@daemonscope/words/english/verdict-word-text";
import { LOCAL_ZONE, timeInZone, type ZoneOffset } from "../../platform/text/local-time.ts";
import type { CommandModel } from "../open/command-model.ts";
import { asciiText, isAsciiLocale } from "../print/ascii-text.ts";
import { terminalColors } from "../print/terminal-colors.ts";
import { SIGNAL_CODES, signalExitCode } from "../terminal/exit-codes.ts";
import type { Key, KeyInput } from "../terminal/key-input.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Happening } from "./happening.ts";
import { filteredRows, type LiveChoice, type LiveState, lastHappenings, liveExplanation, liveFrame, liveNodes } from "./live-frame.ts";

/** At most two writes a second: a slow connection must not lag behind. */
const MIN_INTERVAL_MS = 500;
/** Ages and the clock advance without changes. */
const MAX_INTERVAL_MS = 1000;
const HAPPENINGS_SHOWN = 5;
const SMALLEST = { rows: 24, columns: 80 };

const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";
const CLEAR_SCREEN = "\u001b[2J\u001b[H";
const CLEAR_LINE_END = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";
const up = (lines: number): string => (lines === 0 ? "\r" : `\r\u001b[${lines}A`);

export interface LiveViewOptions {
  readonly model: Pick<CommandModel, "reading" | "doubt">;
  readonly key: DaemonSetKey;
  readonly terminal: Terminal;
  readonly timers: Timers;
  readonly zone?: ZoneOffset;
}

/** One DaemonSet on a terminal, redrawn in place, without another screen, so that the last frame stays. */
export class LiveView {
  readonly #options: LiveViewOptions;
  readonly #keys: KeyInput | undefined;
  #choice: LiveChoice = { isPaused: false, filter: "", isTypingFilter: false, selected: undefined, isExplaining: false };
  #happenings: readonly Happening[] = [];
  /** The last state; a pause keeps it. */
  #state: LiveState | undefined;
  #lines = 0;
  #written = "";
  #size = "";
  #lastWriteMs = Number.NEGATIVE_INFINITY;
  #timer: { cancel(): void } | undefined;
  #done: (code: number) => void = () => undefined;
  readonly #ended: Promise<number>;

  get key(): DaemonSetKey {
    return this.#options.key;
  }

  constructor(options: LiveViewOptions) {
    this.#options = options;
    const { terminal } = options;
    this.#ended = new Promise((done) => {
      this.#done = done;
    });
    const end = () => this.#done(signalExitCode(terminal.stop));
    if (terminal.stop.aborted) end();
    else terminal.stop.addEventListener("abort", end, { once: true });
    terminal.write(HIDE_CURSOR);
    this.#keys = terminal.openKeys?.((key) => this.#press(key));
    this.#write();
  }

  /** Resolves with the exit code when the user ends the view. The last frame stays. */
  async ended(): Promise<number> {
    const code = await this.#ended;
    this.#timer?.cancel();
    this.#keys?.close();
    this.#options.terminal.write(SHOW_CURSOR);
    return code;
  }

  /** Ends the view, because its DaemonSet is gone. */
  gone(): void {
    this.#done(0);
  }

  /** Draws the change soon. */
  changed(): void {
    const { timers } = this.#options;
    this.#schedule(Math.max(0, this.#lastWriteMs + MIN_INTERVAL_MS - timers.elapsedMs()));
  }

  set happenings(happenings: readonly Happening[]) {
    this.#happenings = happenings;
    this.changed();
  }

  #schedule(delayMs: number): void {
    this.#timer?.cancel();
    this.#timer = this.#options.timers.after(delayMs, () => this.#write());
  }

  #press(key: Key): void {
    const choice = this.#choice;
    if (key.kind === "interrupt") this.#done(SIGNAL_CODES.SIGINT);
    else if (key.kind === "resumed") this.#forgetScreen();
    else this.#choice = choice.isTypingFilter ? typed(choice, key) : this.#commanded(choice, key);
    this.changed();
  }

  /** Returns the choice after a key outside the filter. */
  #commanded(choice: LiveChoice, key: Key): LiveChoice {
    switch (key.kind) {
      case "up":
      case "down":
        return { ...choice, selected: this.#neighbour(key.kind === "up" ? -1 : 1) };
      case "enter":
        return { ...choice, isExplaining: !choice.isExplaining };
      case "escape":
        return choice.isExplaining ? { ...choice, isExplaining: false } : { ...choice, filter: "" };
      case "text":
        if (key.text === "q") this.#done(0);
        if (key.text === "p") return { ...choice, isPaused: !choice.isPaused };
        if (key.text === "/") return { ...choice, isTypingFilter: true, filter: "" };
        return choice;
      default:
        return choice;
    }
  }

  #neighbour(step: number): string | undefined {
    const rows = filteredRows(this.#state?.rows ?? [], this.#choice.filter);
    const at = Math.max(
      0,
      rows.findIndex(({ node }) => node === this.#choice.selected),
    );
    return rows[Math.min(Math.max(0, at + step), rows.length - 1)]?.node;
  }

  #current(): LiveState | undefined {
    const { model, key, zone = LOCAL_ZONE } = this.#options;
    const { reading } = model;
    const record = reading.daemonSetRecord(key);
    if (record === undefined) return undefined;
    const timeOf = (atMs: number) => timeInZone(atMs, zone).slice(11, 19);
    const dayOf = (atMs: number) => timeInZone(atMs, zone).slice(5, 10);
    const today = dayOf(reading.nowMs);
    const dayAndTimeOf = (atMs: number) => (dayOf(atMs) === today ? timeOf(atMs) : `${dayOf(atMs)} ${timeOf(atMs)}`);
    const nodes = liveNodes(reading, record);
    const rows = filteredRows(nodes.rows, this.#choice.filter);
    const node = (rows.find((row) => row.node === this.#choice.selected) ?? rows[0])?.node;
    return {
      ...nodes,
      record,
      verdict: verdictWordText(record, reading.nowMs),
      clock: timeOf(reading.nowMs),
      nowMs: reading.nowMs,
      explanation: node === undefined || !this.#choice.isExplaining ? [] : [`${node}:`, ...liveExplanation(reading, key, node)],
      happenings: lastHappenings(this.#happenings, HAPPENINGS_SHOWN, dayAndTimeOf),
      doubt: model.doubt(),
    };
  }

  #forgetScreen(): void {
    this.#size = "";
  }

  #write(): void {
    const { terminal, timers } = this.#options;
    const explains = this.#choice.isExplaining && this.#state?.explanation.length === 0;
    if (!this.#choice.isPaused || this.#state === undefined || explains) this.#state = this.#current() ?? this.#state;
    this.#lastWriteMs = timers.elapsedMs();
    this.#schedule(MAX_INTERVAL_MS);
    if (this.#state === undefined) return;
    const size = { rows: terminal.rows() ?? SMALLEST.rows, columns: terminal.columns() ?? SMALLEST.columns };
    const sizeText = `${size.rows}x${size.columns}`;
    // Other lines may have wrapped, so that their number on the screen is unknown.
    const isWhole = this.#size !== sizeText;
    const start = this.#size === "" || this.#size === sizeText ? up(this.#size === "" ? 0 : this.#lines) : CLEAR_SCREEN;
    this.#size = sizeText;
    const inLocale = isAsciiLocale(terminal.environment) ? asciiText : (line: string) => line;
    const frame = liveFrame(this.#state, this.#choice, size, terminalColors(true, terminal.environment));
    const text = frame.map((line) => `${inLocale(line)}${CLEAR_LINE_END}\n`).join("");
    // A pause stops the clock of the frame too.
    if (this.#choice.isPaused && !isWhole && text === this.#written) return;
    this.#written = text;
    terminal.write(`${start}${text}${CLEAR_BELOW}`);
    this.#lines = frame.length;
  }
}

/** Returns the choice after a key in the filter. */
function typed(choice: LiveChoice, key: Key): LiveChoice {
  switch (key.kind) {
    case "enter":
      return { ...choice, isTypingFilter: false };
    case "escape":
      return { ...choice, isTypingFilter: false, filter: "" };
    case "backspace":
      return { ...choice, filter: [...choice.filter].slice(0, -1).join("") };
    case "text":
      return { ...choice, filter: choice.filter + key.text };
    default:
      return choice;
  }
}
