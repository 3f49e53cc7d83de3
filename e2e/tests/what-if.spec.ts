import type { Locator } from "@playwright/test";
import { expect, expectAccessible, test, verdict } from "./fixtures.ts";

const LOG_SHIPPER = "/daemonsets/logging/log-shipper";

test("T21 a drop of desired is predicted before a label is written, by keyboard alone, and prevented", async ({ page, simulate }) => {
  const product = await simulate("label-flip");
  await product.advance(4000, 1000);
  await page.goto(`${product.url}/what-if`);
  await expect(verdict(page)).toContainText("What if…");
  await page.locator("[data-add-step]").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Taint", exact: true })).toBeFocused();
  await page.keyboard.press("l");
  // Another width renders the page again, like a change of the cluster. The focus must stay in the open menu.
  const viewport = page.viewportSize();
  for (const size of [{ width: 390, height: 844 }, viewport ?? { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
  }
  await expect(page.getByRole("menuitem", { name: "Label", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Label" });
  await form.getByRole("radio", { name: "a selector" }).check();
  await form.getByLabel("Label selector").fill("disk=sdd");
  await form.getByLabel("Key").fill("disk");
  await form.getByLabel("Value").fill("nvme");
  await page.keyboard.press("Enter");
  // If the form has an error, the page sends nothing and shows a sentence next to the field.
  await expect(form.getByRole("alert")).toHaveText("No node matches disk=sdd.");
  await form.getByLabel("Label selector").fill("disk=ssd");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("WOULD SHRINK");
  await expect(verdict(page)).toContainText("log-shipper loses workers and has no node left");
  await expect(page).toHaveTitle(/^What if: log-shipper loses workers/);
  await expect(page.locator('[data-daemonset="logging/log-shipper"]')).toContainText("40");
  await expect(page.locator('[data-daemonset="logging/log-shipper"]')).toContainText("wants disk=ssd");
  await expect(page.locator('[data-ghost="goes"]')).toHaveAttribute("data-count", "40");
  await expectAccessible(page);

  // The Delete key removes the step. Nothing was sent to the cluster.
  await page.locator('[data-step="0"] [aria-expanded]').focus();
  await page.keyboard.press("Delete");
  await expect(page.locator("[data-step]")).toHaveCount(0);
  await expect(page).not.toHaveURL(/if=/);
  await page.goto(`${product.url}${LOG_SHIPPER}`);
  await expect(verdict(page)).toContainText("40");
});

test("steps are one sentence in the link; they are edited and reordered, and each node shows both states", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  const steps = "taint -l pool=gpu dedicated=ml:NoSchedule; join 3 --label pool=general";
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent(steps)}`);
  await expect(verdict(page)).toContainText("WOULD SHRINK");
  await expect(page.locator('[data-ghost="same"]')).toBeVisible();
  await expect(page.locator('[data-ghost="goes"]')).toHaveCount(0);
  await page.getByRole("button", { name: "NoExecute", exact: true }).click();
  await expect(page).toHaveURL(/dedicated%3Dml%3ANoExecute/);
  await page.getByRole("button", { name: "nvidia-driver", exact: true }).click();
  await expect(page.locator('[data-ghost="goes"]')).toHaveAttribute("data-count", "9");
  const first = page.locator('[data-step="0"] [aria-expanded]');
  await first.focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect(page).toHaveURL(/if=join/);
  await expect(page.locator('[data-step="1"] [aria-expanded]')).toBeFocused();

  await page.locator('[data-ghost="goes"]').click();
  await expect(page).toHaveURL(/filter=goes/);
  await page.getByLabel("Size of the grid").selectOption("table");
  await expect(page.getByRole("row", { name: /gpu-0/ })).toHaveCount(9);
  await page.getByRole("row", { name: /gpu-04/ }).click();
  const drawer = page.locator("[data-drawer]");
  await expect(drawer).toContainText("gpu-04 would lose");
  await expect(drawer).toContainText("dedicated=ml:NoExecute");
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);

  // One click chooses the variant in which the pods stay.
  await page.getByRole("button", { name: /stay$/ }).click();
  await expect(verdict(page)).not.toContainText("WOULD SHRINK");
});

test("the verdict keeps its place when the answer arrives; the nodes follow the table, and the effect is next to both", async ({
  page,
  simulate,
}) => {
  const product = await simulate("tour");
  await product.advance(12_000, 1000);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/what-if", async (route) => {
    await asked;
    await route.continue();
  });
  const steps =
    "taint -l pool=gpu dedicated=ml:NoExecute; set-requests logging/fluent-bit -c fluent-bit memory=384Mi; join 3 --label pool=general";
  const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent(steps)}&daemonset=logging/fluent-bit`);
  await expect(heading).toContainText("Counting");
  const places = [await boxOf(heading), await boxOf(page.locator("[data-step]").first())];
  answer();
  await expect(heading).toContainText("WOULD SHRINK");
  const after = [await boxOf(heading), await boxOf(page.locator("[data-step]").first())];
  expect([after[0]?.y, after[1]?.width]).toEqual([places[0]?.y, places[1]?.width]);

  const effect = page.getByRole("complementary", { name: "Effect" });
  const [table, panel, grid] = [await boxOf(page.getByRole("table")), await boxOf(effect), await boxOf(page.getByRole("grid"))];
  expect(grid.y - (table.y + table.height)).toBeLessThan(100);
  expect(grid.x + grid.width).toBeLessThanOrEqual(panel.x);
  expect(panel.y).toBeLessThanOrEqual(table.y);
  // The parts of a batch: pods that restart because of the steps, and those that the rollout updates anyway.
  await expect(effect).toContainText(/Extra restarts of fluent-bit\s*\d+/);
  await expect(effect).toContainText(/Still to update anyway\s*\d+/);
  await expect(effect).toContainText("3. These nodes get the labels");
  await expect(page.getByText("Step 3 has no command", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Plan steps 1–2…" })).toBeVisible();
});

test("ready questions have an answer, are edited in place, and open as the first step", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(3000, 1000);
  await page.goto(`${product.url}/daemonsets/kube-system/cilium`);
  await page.getByRole("link", { name: "What if…" }).click();
  await expect(page.getByRole("combobox", { name: "for" })).toHaveValue("kube-system/cilium");
  const card = page.getByRole("region", { name: "Taint a pool" });
  await expect(card.getByRole("status")).toContainText("4 DaemonSets lose gpu");
  await card.getByRole("combobox", { name: "Pool" }).selectOption("spot");
  await expect(card.getByRole("status")).toContainText("lose spot");
  await card.getByRole("textbox", { name: "Taint" }).fill("dedicated");
  await expect(card.getByRole("status")).toHaveText("Complete the text to see its effect.");
  await expect(card.getByRole("button")).toBeDisabled();
  await card.getByRole("textbox", { name: "Taint" }).fill("a=b:NoSchedule");
  await expectAccessible(page);
  await card.getByRole("button", { name: "Open as step 1: Taint a pool" }).click();
  await expect(page).toHaveURL(/if=taint.*pool%3Dspot.*a%3Db%3ANoSchedule/);
  await expect(page.locator("[data-step]")).toHaveCount(1);
  await page.goBack();
  await expect(card).toBeVisible();
});

test("a link with an unknown step names the word, and the page can start over", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(3000, 1000);
  await page.goto(`${product.url}/what-if?if=tain+gpu-01+x`);
  await expect(page.getByRole("alert").filter({ hasText: "tain is not understood" })).toContainText("a verb such as taint");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.locator("[data-add-step]")).toBeFocused();
});

test("a step that matches no node states that, and offers nothing to take back", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(3000, 1000);
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent("taint -l pool=nope dedicated=ml:NoExecute")}`);
  await expect(page.getByText('no nodes match the selector "pool=nope"')).toBeVisible();
  await expect(verdict(page)).toContainText("NOT COUNTED");
  await expect(page.getByRole("heading", { name: "Undo" })).toHaveCount(0);
});

test("the what-if band covers neither the simulation badge nor a button of the bar, at any window width", async ({ page, simulate }) => {
  const product = await simulate("label-flip");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent("cordon worker-01")}`);
  await expect(verdict(page)).toContainText("NO CHANGE");
  await expect(page.getByText("Preview only", { exact: true })).toBeVisible();
  const isOnTop = await page.getByText("SIMULATED", { exact: true }).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return above !== null && (element.contains(above) || above.contains(element));
  });
  expect(isOnTop).toBe(true);
  const band = page.getByText("WHAT IF", { exact: true }).locator("xpath=..");
  const covered = () =>
    band.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const others = [...document.querySelectorAll("[data-freshness], [data-staged], header button")].filter(
        (other) => !element.contains(other),
      );
      const isCovered = (box: DOMRect) => box.width > 0 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      return others.filter((other) => isCovered(other.getBoundingClientRect())).map((other) => other.textContent);
    });
  for (const width of [390, 480, 481, 640, 768, 1000, 1001, 1280, 1281, 1440, 1920]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(covered, `at ${width} px`).toEqual([]);
  }
});

test("the tab opens with the DaemonSet of the page, and the start page offers the steps of this browser again", async ({
  page,
  simulate,
}) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "What if" }).click();
  await expect(page.getByRole("combobox", { name: "for" })).toHaveValue("logging/fluent-bit");
  await page.getByRole("button", { name: "Change the budget" }).click();
  await expect(page.getByRole("form")).toContainText("maxUnavailable");
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent("taint -l pool=gpu dedicated=ml:NoExecute")}`);
  await expect(verdict(page)).toContainText("WOULD SHRINK");
  await page.goto(`${product.url}/what-if`);
  const saved = page.getByRole("region", { name: "Saved in this browser" });
  await expect(saved).toContainText("4 DaemonSets lose gpu");
  await expectAccessible(page);
  await saved.getByRole("link", { name: "taint -l pool=gpu dedicated=ml:NoExecute" }).click();
  await expect(verdict(page)).toContainText("WOULD SHRINK");
  await page.goBack();
  await saved.getByRole("button", { name: /^Remove/ }).click();
  await expect(saved).toHaveCount(0);
});
