// Preloaded into a server. Its clock is `CLOCK_AHEAD_MS` ahead, so that a test does not wait ten minutes.
const now = Date.now;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
Date.now = () => now() + aheadMs;
