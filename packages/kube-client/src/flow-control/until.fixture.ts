/** Polls until the condition holds: no test waits for a fixed time. */
export async function until(holds: () => boolean, what = "it"): Promise<void> {
  for (let turn = 0; turn < 4000; turn++) {
    if (holds()) return;
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new Error(`${what} never held`);
}
