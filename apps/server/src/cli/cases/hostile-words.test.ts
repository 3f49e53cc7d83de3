import { CAUSE_KINDS } from "@daemonscope/daemonset/causes/causes";
import { afterEach, describe, expect, it } from "vitest";
import { explainText, openRecorded, statusText, waitResult } from "./case.fixture.ts";
import { eventsOf, kindsOf, recordOf } from "./case-model.fixture.ts";
import {
  aCluster,
  aCreateError,
  anUnboundPod,
  anUnreadyPod,
  aPodEvent,
  aRejectedPod,
  aStartingPod,
  containerStatus,
  waiting,
} from "./case-objects.fixture.ts";

/** Words that someone may put into a message: by a registry's answer, a webhook or a container. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ["1 MB", "x".repeat(1_000_000)],
  ["1 MB without a space to break", `"${"\u6f22".repeat(500_000)}`],
  ["control characters", "\u0000\u0007\u001b[31mred\u001b[0m\r\n\u009b2J end"],
  ["right to left", "\u202Egnorw si siht\u202C \u2066\u0645\u0631\u062d\u0628\u0627\u2069 end"],
  ["HTML", `<script>alert(1)</script><img src=x onerror="alert(1)"> {{subject}} $t(model.cause.crash) end`],
];

/** Each place from which a cause takes the API's words. */
const PLACES: readonly (readonly [string, (words: string) => Parameters<typeof aCluster>[0]])[] = [
  ["a waiting container", (words) => [anUnreadyPod("n1", containerStatus(waiting("CreateContainerConfigError", words)), { ageS: 600 })]],
  ["an image", (words) => [anUnreadyPod("n1", containerStatus(waiting("ImagePullBackOff", words)), { ageS: 600 })]],
  ["a reason", (words) => [anUnreadyPod("n1", containerStatus(waiting(words)), { ageS: 600 })]],
  ["a rejection", (words) => [aRejectedPod("n1", "Evicted", words)]],
  ["a scheduler", (words) => [anUnboundPod("n1", words)]],
  ["an event of a pod", (words) => [aStartingPod("n1", { ageS: 900 }), aPodEvent("n1", "FailedMount", words)]],
  ["a failed creation", (words) => [aCreateError(words)]],
  ["a quota's name", (words) => [aCreateError(`pods "a" is forbidden: exceeded quota: ${words}`)]],
];

/** Outputs stay below this length for words of any length: each output repeats them a few times. */
const MAX_OUTPUT = 20_000;
const ESCAPES = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

describe.each(PLACES)("the words of %s are data", (_place, items) => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it.each(HOSTILE)("%s: status, explain and wait answer, with bounded and harmless text", async (_name, words) => {
    const recorded = aCluster(items(words));
    for (const kind of kindsOf(recordOf(eventsOf(recorded), recorded.takenAt))) expect(CAUSE_KINDS).toContain(kind);
    const opened = await openRecorded(recorded, "hostile");
    closing.push(opened.close);
    const [status, explain] = [await statusText(opened), await explainText(opened, "n1")];
    const wait = await waitResult(opened);
    for (const text of [status, explain, wait.text]) {
      expect(text.length).toBeLessThan(MAX_OUTPUT);
      expect(text).not.toMatch(ESCAPES);
    }
    expect(`${status}\n${explain}`).toContain("agent");
    // 3: stuck, 4: time is over. The words decide neither.
    expect([3, 4]).toContain(wait.code);
    if (words.includes("<script>") && status.includes("<script>")) expect(status).toContain("{{subject}}");
  });
});
