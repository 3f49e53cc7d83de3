import { afterEach, describe, expect, it } from "vitest";
import { explainText, openRecorded, statusText } from "./case.fixture.ts";
import { aCluster, anUnreadyPod, aRejectedPod, containerStatus, waiting } from "./case-objects.fixture.ts";

const MARK = "This reason is unknown here: read the events and the log of the pod.";

describe("K1 an unknown reason is shown verbatim, marked as unknown, with the place to look", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it.each([
    ["a kubelet", anUnreadyPod("n1", containerStatus(waiting("NewKubeletWord", "some new words")), { ageS: 600 }), "NewKubeletWord"],
    ["a rejection", aRejectedPod("n1", "NewRejection", "Pod was rejected: some new words"), "NewRejection"],
  ] as const)("of %s", async (_name, pod, reason) => {
    const opened = await openRecorded(aCluster([pod]), "unknown");
    closing.push(opened.close);
    const status = await statusText(opened);
    for (const part of [reason, "some new words", `helps: ${MARK}`]) expect(status).toContain(part);
    const explain = await explainText(opened, "n1");
    expect(explain).toContain(reason);
    expect(explain).toContain(MARK);
  });
});
