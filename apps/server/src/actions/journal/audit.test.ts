import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionRecord, ActionState } from "@daemonscope/shared/http/actions";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileAudit } from "./audit.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "audit-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const record = (id: string, state: ActionState): ActionRecord => ({
  id,
  planId: `plan-${id}`,
  who: "mia",
  question: { steps: [] },
  kubectl: "kubectl cordon n1",
  state,
  sent: [],
  stations: {},
  undo: { kind: "none", why: "" },
});
const line = (id: string, state: ActionState, cluster = "prod") => ({ at: "2026-01-05T12:00:00.000Z", cluster, record: record(id, state) });

describe("G44 the audit log of actions", () => {
  it("appends one line per state to a private file", () => {
    const path = join(folder, "a.jsonl");
    const audit = fileAudit(path);
    audit.write(line("a", { kind: "sent" }));
    const first = readFileSync(path, "utf8");
    audit.write(line("a", { kind: "done" }));
    audit.close();
    expect(readFileSync(path, "utf8").startsWith(first)).toBe(true);
    expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(2);
    expect(statSync(path).mode & 0o077).toBe(0);
  });
  it("reads the last line of each action after a restart, only for this cluster", () => {
    const path = join(folder, "a.jsonl");
    const audit = fileAudit(path);
    audit.write(line("a", { kind: "sent" }));
    audit.write(line("b", { kind: "done" }));
    audit.write(line("a", { kind: "done" }));
    audit.write(line("c", { kind: "done" }, "other"));
    audit.close();
    const reopened = fileAudit(path);
    expect(reopened.before("prod").map(({ record: { id, state } }) => [id, state.kind])).toEqual([
      ["b", "done"],
      ["a", "done"],
    ]);
    reopened.close();
  });
  it("an action of a killed server is unknown, and a batch is done in part", () => {
    const path = join(folder, "a.jsonl");
    const audit = fileAudit(path);
    audit.write(line("a", { kind: "sent" }));
    audit.write(line("b", { kind: "running", back: 2, of: 5, paused: false }));
    audit.close();
    appendFileSync(path, '{"at":"2026-01-05T12:00:00');
    const reopened = fileAudit(path);
    expect(reopened.before("prod").map((old) => old.record.state)).toMatchObject([{ kind: "unknown" }, { kind: "partly", done: 2, of: 5 }]);
    reopened.write(line("c", { kind: "done" }));
    reopened.close();
    const last = fileAudit(path);
    expect(last.before("prod").map((old) => old.record.id)).toEqual(["a", "b", "c"]);
    last.close();
  });
});
