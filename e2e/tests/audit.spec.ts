import { expect, expectAccessible, test } from "./fixtures.ts";

test("Q2 the findings look for room for the pod that the user names", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/audit`);
  const room = page.getByRole("form", { name: "Room for one more pod of" });
  await expect(page.locator("main")).toContainText("one more pod (cpu=500m, memory=1Gi)");
  await room.getByLabel("cpu").fill("2");
  await room.getByLabel("memory").fill("");
  await room.getByRole("button", { name: "Check" }).click();
  await expect(page).toHaveURL(/workload=cpu%3D2%2Cmemory%3D0/);
  await expect(page.locator("main")).toContainText("one more pod (cpu=2, memory=0)");
  await expectAccessible(page);
  await room.getByLabel("cpu").fill("many");
  await room.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("alert")).toContainText('"cpu=many" is no request');
});

test("Q1 a check is one group, and its rows have the severity if it differs", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/audit`);
  const evicted = page.getByRole("region", { name: "Evicted by NoExecute" });
  await expect(evicted.getByRole("row", { name: /^gpu-operator\/nvidia-device-plugin medium/ })).toBeVisible();
  await expect(evicted.getByRole("row", { name: /^gpu-operator\/nvidia-driver low/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^medium OnDelete with old pods/ })).toBeVisible();
  await expectAccessible(page);
});

test("Q3 a small share is not nothing", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.goto(`${product.url}/audit/costs`);
  await expect(page.getByRole("row", { name: /^gpu p5/ })).toContainText("<1%");
  await expect(page.locator("h1")).toContainText(/on a new node of pool (?!control-plane)\w/);
});

test("Q3 on a phone the tables of costs show each amount without scrolling", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/audit/costs`);
  const table = page.getByRole("table", { name: "By pool and instance type" });
  await expect(table.getByRole("row", { name: /^gpu p5/ })).toContainText("<1%");
  expect(await table.evaluate((element) => element.scrollWidth <= (element.parentElement?.clientWidth ?? 0))).toBe(true);
  await expectAccessible(page);
});
