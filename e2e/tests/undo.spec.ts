import { expect, test } from "./fixtures.ts";

test("an undo is labelled as undo before it runs, and runs once", async ({ page, simulate }) => {
  const product = await simulate("tour");
  await product.advance(4000, 1000);
  await page.goto(`${product.url}/what-if?if=${encodeURIComponent("label general-01 team=sre")}`);
  await page.locator("main [data-do-it]").click();
  const drawer = page.locator("[data-plan]");
  await expect(drawer).toHaveAttribute("data-plan", "planned");
  await drawer.getByRole("button", { name: "Do it", exact: true }).dblclick();
  await expect(drawer.getByRole("heading", { level: 2 })).toContainText("Label general-01 team=sre");
  await product.advance(2000, 500);
  await drawer.locator("[data-undo]").click();
  await expect(drawer.getByRole("heading", { level: 2 }).first()).toHaveText("Undo: Label general-01 team=sre");
  await drawer.getByRole("button", { name: "Undo it", exact: true }).click();
  await expect(drawer).toHaveAttribute("data-plan", "carriedOut");
  const { actions } = (await (await fetch(`${product.url}/api/actions`)).json()) as {
    readonly actions: readonly { readonly sent: unknown }[];
  };
  expect(actions.map(({ sent }) => sent)).toEqual([["PATCH nodes/general-01"], ["PATCH nodes/general-01"]]);
});
