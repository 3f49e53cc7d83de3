import { english } from "@daemonscope/words/english";
import { causeHelp } from "@daemonscope/words/facts/cause-help";
import { causeSentence } from "@daemonscope/words/facts/cause-text";
import { describe, expect, it } from "vitest";
import { causesOf, eventsOf, recordOf } from "./case-model.fixture.ts";
import { KIND_CASES, type KindCase } from "./kind-cases.fixture.ts";

const named = (each: KindCase) => [each.of === undefined ? each.kind : `${each.kind} of ${each.of}`, each] as const;

describe("K1 a cluster with the evidence of a cause shows the cause", () => {
  it.each(KIND_CASES.map(named))("%s", (_name, { kind, subject, container, recorded, afterMs }) => {
    const objects = recorded();
    const record = recordOf(eventsOf(objects), objects.takenAt, afterMs === undefined ? {} : { afterMs });
    const found = causesOf(record).find((cause) => cause.kind === kind);
    expect(found, JSON.stringify(causesOf(record))).toMatchObject({
      kind,
      ...(subject === undefined ? {} : { subject }),
      ...(container === undefined ? {} : { container }),
    });
    // Words without their names, or none, would be no explanation.
    if (found === undefined) return;
    const words = [causeSentence(english, found), causeHelp(english, found)].join("\n");
    expect(words).not.toMatch(/\{\{|\bundefined\b|^$/);
  });
});
