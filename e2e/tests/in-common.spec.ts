import { expect, test, verdict } from "./fixtures.ts";

/** Six nodes of different pools and zones. */
const FAILING = 6;
const KERNEL = "6.8.0-1021";

interface NodeList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

test("K5 one line below the verdict names the kernel of all failing nodes, in each language", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(2000);
  const { items } = (await product.kube("GET", "/api/v1/nodes")) as NodeList;
  const every = Math.floor(items.length / FAILING);
  const failing = items.filter((_, at) => at % every === 0).slice(0, FAILING);
  for (const { metadata } of failing) {
    const path = `/api/v1/nodes/${metadata.name}`;
    const patch = "application/merge-patch+json";
    await product.kube("PATCH", `${path}/status`, { status: { nodeInfo: { kernelVersion: KERNEL } } }, patch);
    await product.kube("PATCH", path, { metadata: { annotations: { "control-plane.test/ready": "false" } } }, patch);
  }
  await product.advance(60_000, 1000);
  await page.goto(`${product.url}/daemonsets/kube-system/cilium`);
  await expect(verdict(page)).toContainText(/^DEGRADED \d+s cilium: 6 nodes NotReady \(/);
  const line = page.locator("[data-in-common]");
  await expect(line).toHaveText(`6 of 6 failing nodes run kernel ${KERNEL}, 0 of 43 others do`);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // A range also measures text that its element, or the line around it, cuts.
    const isComplete = await line.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const { left, right, top, bottom } = (element.closest("[data-fact]") ?? element).getBoundingClientRect();
      return text.left >= left && text.right <= right && text.top >= top && text.bottom <= bottom;
    });
    expect(isComplete).toBe(true);
  }
  await page.goto(`${product.url}/daemonsets/kube-system/cilium?lang=zh-TW`);
  await expect(line).toHaveText(`6 個失敗節點中有 6 個執行核心 ${KERNEL}，其餘 43 個節點中有 0 個如此`);
});
