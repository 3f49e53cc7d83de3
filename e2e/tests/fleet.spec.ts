import type { Page } from "@playwright/test";
import { expect, expectAccessible, filterList, test } from "./fixtures.ts";
import { layoutSettled } from "./small-screens.ts";

/** The rows of DaemonSets. */
const rowsOf = (page: Page) => page.getByRole("table", { name: "DaemonSets" }).locator("[data-key]");

test("R13 a link to a cause filters its DaemonSets, with a message, until it is removed", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  const rows = rowsOf(page);
  for (const [cause, name, id] of [
    ["Terminating", "fluent-bit", "terminating:Terminating"],
    ["Misscheduled", "falco", "misscheduled:Misscheduled"],
  ] as const) {
    await page.goto(`${product.url}/?cause=${id}`);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(name);
    await expect(page.getByRole("button", { name: `Cause ${cause}` })).toContainText(/1 of 10, \d+ cells dimmed/);
  }
  await expectAccessible(page);
  await rows.getByRole("link", { name: "falco" }).click();
  await expect(page).toHaveURL(/daemonsets\/security\/falco\?filter=misscheduled/);
  await page.goBack();
  await page.getByRole("button", { name: "Cause Misscheduled" }).click();
  await expect(rows).toHaveCount(10);
  await expect(page).not.toHaveURL(/cause/);
});

test("R13 NotReady nodes are also a filtering cause, and Escape removes it", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("driver-breaks-nodes");
  await product.advance(120_000, 1000);
  await page.goto(`${product.url}/?cause=nodeUnready:Node NotReady`);
  await expect(rowsOf(page).filter({ hasText: "nvidia-driver" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "NotReady" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/cause/);
});

const stripOf = (page: Page, name: string) =>
  page
    .getByRole("table", { name: "DaemonSets" })
    .getByRole("row", { name: new RegExp(name) })
    .getByRole("listbox");

test("a cell of a strip names its node, state and pod, and a click opens the DaemonSet there", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(product.url);
  const strip = stripOf(page, "logging");
  await strip.hover({ position: { x: 116, y: 16 } });
  const card = page.getByRole("tooltip");
  await expect(card).toContainText(/^general-10/);
  // The row may be rendered again between two checks, while more of the cluster is read.
  await expect.poll(async () => (await card.boundingBox())?.width, "the card is wider than its strip").toBe(340);
  await expect(card).toContainText("old revision");
  await expect(card.getByText(/^fluent-bit-[a-z0-9]{5}$/)).toBeVisible();
  await expect(card).toContainText("Click or Enter: why, and its pod");
  const node = (await card.locator("b").innerText()).trim();
  await strip.click({ position: { x: 116, y: 16 } });
  await expect(page).toHaveURL(new RegExp(`daemonsets/logging/fluent-bit\\?node=${node}$`));
  await expect(page.getByRole("heading", { name: new RegExp(node) }).first()).toBeVisible();
  // R29 The step that sets the image writes as kubectl set does.
  await expect(page.locator("[data-verdict]")).toContainText("by kubectl set");
  await page.locator("[data-drawer]").getByRole("link", { name: "Pod", exact: true }).click();
  await expect(page).toHaveURL(/\/pods\/logging\/fluent-bit-[a-z0-9]{5}/);
});

test("a changed count of the fleet shows the difference for a moment, without moving", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("image-update");
  await product.advance(3000, 500);
  await page.goto(product.url);
  const changes = page.getByRole("table", { name: "DaemonSets" }).locator("[data-change]");
  const updated = page.getByRole("row", { name: /fluentd-elasticsearch/ }).locator("[data-letter=U] span");
  await expect(updated).toHaveText("12");
  const { x } = (await updated.boundingBox()) ?? { x: 0 };
  await expect(async () => {
    await product.advance(500);
    await expect(changes.first()).toHaveAttribute("data-change", /^[+−]\d+$/, { timeout: 400 });
  }).toPass({ timeout: 20_000 });
  await expect(changes).toHaveCount(0);
  // Numbers are aligned at the right, so that the left edge of one with fewer digits is further right.
  const after = (await updated.boundingBox()) ?? { x: 0 };
  expect(after.x).toBeGreaterThanOrEqual(x - 0.5);
});

test("dragging over the text of a row selects it, and a click opens the row", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(product.url);
  const row = rowsOf(page).filter({ hasText: "falco" });
  for (const words of [row.getByText("1 on general-08"), row.getByRole("link", { name: "falco" })]) {
    const box = await words.boundingBox();
    if (box === null) throw new Error("no words are drawn");
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + Math.min(90, box.width - 2), y, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toMatch(/^(1? ?on|f?alc)/);
    await expect(page).toHaveURL(`${product.url}/`);
  }
  await page.mouse.click(5, 500);
  await row.getByText("1 on general-08").click();
  await expect(page).toHaveURL(/daemonsets\/security\/falco$/);
});

test("the card of a cell keeps its node while another node leaves", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("nodes-come-and-go");
  await page.goto(product.url);
  const strip = stripOf(page, "fluent-bit");
  await expect(strip).toHaveAccessibleName("4 nodes of fluent-bit");
  const box = await strip.boundingBox();
  if (box === null) throw new Error("no strip is drawn");
  // Dispatches the event, because the row may move under a pointer at rest.
  await strip.dispatchEvent("pointermove", { clientX: box.x + 16, clientY: box.y + 5, pointerType: "mouse", bubbles: true });
  const card = page.getByRole("tooltip");
  await expect(card).toContainText("worker-3");
  await product.advance(6000, 1000);
  await expect(strip).toHaveAccessibleName("5 nodes of fluent-bit");
  await product.advance(36_000, 1000);
  await expect(strip).toHaveAccessibleName("4 nodes of fluent-bit");
  await expect(card).toContainText("worker-3");
});

test("on a wallboard the card describes the cell under the pointer, in a strip and in a grid", { tag: "@long" }, async ({
  page,
  simulate,
}) => {
  await page.setViewportSize({ width: 2880, height: 1620 });
  const product = await simulate("nodes-come-and-go");
  await page.goto(`${product.url}/?kiosk=1`);
  const drawn = stripOf(page, "fluent-bit");
  await expect(drawn).toHaveAccessibleName("4 nodes of fluent-bit");
  await expect(page.locator("[data-verdict]")).not.toContainText("not read yet");
  const strip = await drawn.boundingBox();
  if (strip === null) throw new Error("no strip is drawn");
  // Cells are twice as large on a wallboard. This is the first cell of the second column.
  await page.mouse.move(strip.x + 38, strip.y + 12);
  const card = page.getByRole("tooltip");
  await expect(card).toContainText("worker-3");
  // On a busy machine the card may be rendered again between two checks.
  const below = async () => ((await card.boundingBox())?.y ?? 0) - (strip.y + strip.height);
  await expect.poll(below).toBeGreaterThan(0);
  await expect.poll(below).toBeLessThan(40);
  await page.goto(`${product.url}/daemonsets/default/fluent-bit?kiosk=1`);
  const cell = page.getByRole("grid").getByRole("gridcell");
  await expect(cell).toHaveCount(1);
  const first = await cell.boundingBox();
  if (first === null) throw new Error("no cell is drawn");
  await page.mouse.move(first.x + first.width - 8, first.y + first.height - 8);
  await expect(page.getByRole("tooltip")).toContainText("worker-1");
});

test("a filter is stated once, separate from its chip, whose numbers stay current", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await page.goto(product.url);
  const filterStatus = page.getByRole("main").getByRole("status").filter({ hasText: "with “stuck”" });
  await filterList(page, "stuck");
  await expect(filterStatus).toHaveText(/^0 of \d+ with “stuck”/);
  await expect(page.getByRole("button", { name: /^Text stuck 0 of \d+/ })).toBeVisible();
  await expect(page.getByRole("status").filter({ has: page.getByRole("button") })).toHaveCount(0);
  await product.advance(120_000, 1000);
  await expect(page.getByRole("button", { name: /^Text stuck 1 of \d+/ })).toBeVisible();
  await expect(filterStatus).toHaveText(/^0 of \d+ with “stuck”/);
});

test("a strip is one stop of Tab, arrows move between its cells, and Enter opens the current one", { tag: "@long" }, async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(product.url);
  const table = page.getByRole("table", { name: "DaemonSets" });
  await expect(table.getByRole("listbox")).toHaveCount(10);
  await rowsOf(page).filter({ hasText: "fluent-bit" }).getByRole("link").first().focus();
  await page.keyboard.press("Tab");
  await expect(stripOf(page, "logging")).toBeFocused();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const cell = stripOf(page, "logging").getByRole("option");
  await expect(cell).toHaveText(/^general-\d+, general, .*fluent-bit/);
  await expect(cell).toHaveAttribute("aria-setsize", "48");
  const node = (await cell.innerText()).split(",")[0] ?? "";
  await expect(page.getByRole("tooltip")).toContainText(node);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(page.locator("[data-key='logging/fluent-bit'] ~ [data-key] [data-name] a").first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`fluent-bit\\?node=${node}$`));
});

test("the fleet filters by state, image and pod, the palette by image and pod, and chips count dimmed nodes", async ({
  page,
  simulateReadOnly,
}) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(`${product.url}/?q=rolling`);
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("fluent-bit");
  await filterList(page, "/falco:");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("falco");
  const answer = await (await page.request.get(`${product.url}/api/pods-named?text=fluent-bit-`)).json();
  const [pod] = answer.pods;
  await filterList(page, pod.name);
  const chip = page.getByRole("button", { name: `Text ${pod.name} 1 of 10, 1 pod, 47 cells dimmed` });
  await expect(chip).toBeVisible();
  await expect(rows.getByRole("link").first()).toHaveAttribute("href", new RegExp(`fluent-bit\\?node=${pod.node}$`));
  await expectAccessible(page);
  await chip.click();
  await expect(rows).toHaveCount(10);
  await page.keyboard.press(":");
  const palette = page.getByRole("dialog", { name: "Find or run" });
  await palette.getByRole("combobox").fill("/falco:");
  await expect(palette.getByRole("option").first()).toContainText("falco");
  await palette.getByRole("combobox").fill(pod.name);
  await expect(palette.getByRole("option", { name: `logging/${pod.name}` })).toContainText(pod.node);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/pods/logging/${pod.name}$`));
});

test("a NotReady node has a row, and the rows of its DaemonSets keep their place", { tag: "@long" }, async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(92_000, 1000);
  await page.goto(product.url);
  const node = page.locator("[data-sick]");
  await expect(node).toContainText(/^node\s*spot-\d+\s*NotReady \d+s \d agents on it/);
  const name = (await node.getByRole("link").innerText()).trim();
  const touched = rowsOf(page).filter({ hasText: `on NotReady ${name}` });
  await expect(touched).toHaveCount(6);
  await expect(page.getByRole("row", { name: `8 others, fine except on ${name}` })).toBeVisible();
  await node.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/nodes/${name}$`));
});

test("a taken host port is described by us, without the words of the scheduler", async ({ page, simulate }) => {
  const product = await simulate("host-port");
  await product.advance(55_000, 1000);
  await page.goto(product.url);
  await expect(rowsOf(page).filter({ hasText: /host port \d+ is taken/ })).toHaveCount(1);
  await expect(page.getByRole("main")).not.toContainText("free ports");
});

test("each pool above the strips has a name, also a pool of one node", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 1000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(product.url);
  const heads = page.getByRole("columnheader", { name: /NODES/ });
  for (const pool of ["control-plane", "general", "gpu", "spot"])
    await expect(heads.getByTitle(pool, { exact: true }).first()).toBeVisible();
});

test("a filter text that matches only node names links to the nodes", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 1000);
  await page.goto(`${product.url}/?q=gpu-04`);
  const hint = page.locator("[data-nodes-named]");
  await expect(hint).toContainText("No DaemonSet matches “gpu-04”, but a node does:");
  await hint.getByRole("link", { name: "gpu-04" }).click();
  await expect(page).toHaveURL(/\/nodes\/gpu-04$/);
});

test("the tooltip of a cell disappears when its drawer opens", { tag: "@long" }, async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 1000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${product.url}/daemonsets/logging/fluent-bit`);
  const cell = page.getByRole("gridcell").first();
  // Waits for complete data, because only then the cells do not move.
  await expect(page.locator("[data-freshness]").first()).toHaveAttribute("data-freshness", "live");
  await expect(page.locator("main[aria-busy=true]")).toHaveCount(0);
  await layoutSettled(page);
  // Forces the hover, because the drawing covers the cell.
  await cell.hover({ force: true });
  await expect(page.getByRole("tooltip")).toBeVisible();
  await cell.click({ force: true });
  await expect(page.locator("[data-drawer]")).toBeVisible();
  await expect(page.getByRole("tooltip")).toHaveCount(0);
});

for (const width of [1280, 1440])
  test(`the counts of the fleet have the same places in every story, at ${width} px`, async ({ page, simulate }) => {
    const product = await simulate("tour");
    await page.setViewportSize({ width, height: 900 });
    await page.goto(product.url);
    const heads = page.getByRole("columnheader", { name: /^(DESIRED|AVAILABLE)$/ });
    const placesIn = async (name: string) => {
      await expect(rowsOf(page).filter({ hasText: name }).getByRole("listbox")).toBeVisible();
      return heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().right));
    };
    const places = await placesIn("fluent-bit");
    expect(places).toHaveLength(2);
    for (const [story, name] of [
      ["bad-image", "fluentd-elasticsearch"],
      ["graceful-shutdown", "node-exporter"],
    ] as const) {
      await product.story(story);
      await page.goto(product.url);
      expect(await placesIn(name), story).toEqual(places);
    }
  });

test("the worst DaemonSet is open below a short list, unless a panel is next to the list", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(70_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(product.url);
  const worst = page.getByRole("region", { name: /^Why fluentd-elasticsearch is or is not on worker-/ });
  await expect(worst).toContainText("fluentd:v9-missing not found");
  await expect(worst.getByRole("list", { name: "How far it came" })).toContainText("ImagePullBackOff");
  await expect(worst.locator("[data-remedy]")).toHaveCount(2);
  await expect(worst).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("table", { name: "Recent changes" })).toBeInViewport({ ratio: 1 });
  await rowsOf(page).first().getByRole("link").first().focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("complementary", { name: "fluentd-elasticsearch, in brief" })).toBeVisible();
  await expect(worst).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(worst.locator("[data-remedy]")).toHaveCount(2);
});

test("recent changes are below the list where there is space", async ({ page, simulateReadOnly }) => {
  const product = await simulateReadOnly("tour", 12_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(product.url);
  const recent = page.getByRole("table", { name: "Recent changes" });
  await expect(recent).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 720 });
  await expect(recent).toHaveCount(0);
});

test("Space peeks at the row that has the focus, and Escape closes the panel", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(30_000);
  await page.goto(product.url);
  const row = rowsOf(page).first();
  await row.getByRole("link").first().focus();
  await page.keyboard.press("Space");
  const panel = page.getByRole("complementary", { name: "fluentd-elasticsearch, in brief" });
  await expect(panel).toContainText("ImagePullBackOff");
  await expect(panel.getByRole("link", { name: "Open fluentd-elasticsearch" })).toBeVisible();
  await expect(row.getByRole("link").first()).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await row.hover();
  await row.getByRole("button", { name: "Peek" }).click();
  await expect(panel).toBeVisible();
  await page.keyboard.press("]");
  await expect(panel).toHaveCount(0);
});

for (const width of [1280, 1320, 1440])
  test(`the list changes its width once when the panel opens, at ${width} px`, async ({ page, simulate }) => {
    const product = await simulate("bad-image");
    await product.advance(30_000);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(product.url);
    await rowsOf(page).first().getByRole("link").first().focus();
    await page.evaluate(() => {
      const table = document.querySelector("[role=table]");
      if (table !== null) new ResizeObserver(() => document.body.append(new Comment("resized"))).observe(table);
    });
    await page.keyboard.press("Space");
    await expect(page.getByRole("complementary", { name: "fluentd-elasticsearch, in brief" })).toContainText("ImagePullBackOff");
    expect(await layoutSettled(page)).toBe(true);
    // An observer also reports the first size.
    const resized = await page.evaluate(() => [...document.body.childNodes].filter((each) => each.nodeType === Node.COMMENT_NODE).length);
    expect(resized).toBeLessThanOrEqual(2);
  });

test("on a wide screen the worst DaemonSet is open in the panel, and `]` keeps it closed", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(30_000);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto(product.url);
  const panel = page.getByRole("complementary", { name: "fluentd-elasticsearch, in brief" });
  await expect(panel).toContainText("Undo to revision 1");
  await page.keyboard.press("]");
  await expect(panel).toHaveCount(0);
  await page.reload();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test("N2 a phone names the nodes that stay if only leaving ones lack a pod", async ({ page, simulate }) => {
  const product = await simulate("graceful-shutdown");
  await product.advance(60_000, 1000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(product.url);
  await expect(rowsOf(page).filter({ hasText: "node-exporter" })).toContainText("available on all 3 nodes that stay; 3 are shutting down");
  await expect(rowsOf(page).filter({ hasText: "node-exporter" }).getByText("available on all")).toBeVisible();
});

test("a phone opens the DaemonSet of a misscheduled pod from the bar above the dock", async ({ page, simulateReadOnly }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await simulateReadOnly("tour", 12_000);
  await page.goto(product.url);
  const open = page.locator("[data-phone-bar]").getByRole("link", { name: "Open falco" });
  await expect(open).toHaveText("Open falco");
  expect((await open.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await open.click();
  await expect(page).toHaveURL(/daemonsets\/security\/falco$/);
});

test("the head of the fleet leads to the undo of a stuck rollout", async ({ page, simulate }) => {
  const product = await simulate("bad-image");
  await product.advance(70_000);
  await page.goto(product.url);
  await expect(page.getByRole("link", { name: "Open fluentd-elasticsearch" })).toHaveClass("btn primary");
  await page.getByRole("button", { name: "Undo to revision 1" }).click();
  await expect(page.locator("[data-drawer]")).toContainText("Undo to revision 1");
});

test("the head of the fleet leads to the worklist of OnDelete", async ({ page, simulate }) => {
  const product = await simulate("on-delete");
  await product.advance(30_000);
  await page.goto(product.url);
  await page.getByRole("link", { name: "Open the worklist" }).click();
  await expect(page).toHaveURL(/\/fluentd-elasticsearch\/worklist$/);
});
