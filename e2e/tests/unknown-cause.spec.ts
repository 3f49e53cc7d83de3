import { expect, test, verdict } from "./fixtures.ts";

test("K1 the page shows an unknown reason verbatim, marked as unknown, with the place to look", { tag: "@long" }, async ({
  page,
  recordedCase,
}) => {
  const words = 'configmap \\"agent-env\\" not found';
  const { url } = await recordedCase("F31", (text) =>
    text.replaceAll("CreateContainerConfigError", "NewKubeletWord").replaceAll(words, "some <b>new</b> words"),
  );
  await page.goto(`${url}/daemonsets/infra/agent?drawer=fix`);
  await expect(verdict(page)).toContainText("NewKubeletWord");
  const drawer = page.getByRole("complementary", { name: "What can be done" });
  await expect(drawer).toContainText("NewKubeletWord on 2 nodes");
  await expect(drawer).toContainText("some <b>new</b> words");
  await expect(drawer).toContainText("This reason is unknown here: read the events and the log of the pod.");
});
